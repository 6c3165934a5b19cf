"""Scripts walked through every state that chance and choice can reach. Start with `walk`.

`bounds` takes over where there are too many states to walk. ARCHITECTURE.md explains the method.
"""
