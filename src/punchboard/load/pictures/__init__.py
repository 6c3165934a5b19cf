"""Pictures: found beside a table, measured from their file header, read on first use."""
