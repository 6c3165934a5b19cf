"""The prover: walks a script through every state that chance and choice can reach. Start with `walk`.

`bounds_walker` takes over when there are too many states. The engine's README.md explains the method.
"""
