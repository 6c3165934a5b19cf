"""Recognition of the columns of an imported table: title, cost, text, kind, list. Start with `roles`."""
