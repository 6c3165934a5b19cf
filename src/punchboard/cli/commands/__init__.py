"""One module a command, with its options and what it does; its function `command` is called with the arguments.

A module is imported when its command is called. `build` has what it does in `cli/build`.
"""
