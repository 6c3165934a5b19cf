"""The build of one game: load, check, compose, render, verify, write.

Start with `build`. `artifacts` turns a composed game into a stream of files, and `publish`
writes them and replaces the output folder. Only the command line, the workers, the server and the sandbox import this.
"""
