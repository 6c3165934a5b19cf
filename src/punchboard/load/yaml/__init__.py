"""YAML with the place of every value, and Pydantic's errors as problems at those places."""
