"""Tables of records: JSON, JSON lines and YAML files. Open ``documents.py`` first."""
