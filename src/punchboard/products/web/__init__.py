"""Pages for the browser: components, rulebook, and the results of the checks."""
