"""What the columns of a stranger's table are: title, cost, text, kind, list. Start with `roles`."""
