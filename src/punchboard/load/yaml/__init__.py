"""Reading YAML with the place of every value, and turning Pydantic's errors into problems at those places."""
