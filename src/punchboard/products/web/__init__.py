"""HTML pages: the components, the rulebook, and the results of the checks."""
