"""Pictures: found beside a table, measured from their first bytes, read on first use."""
