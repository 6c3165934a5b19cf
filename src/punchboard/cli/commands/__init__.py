"""The commands, a module each: what can be asked of it, in a function of its name; what it then does lies beside.

A command's module is imported when it is called, or when the help of all is shown.
"""
