"""One game built from start to end: load, check, compose, render, verify, write.

Start with `pipeline`. `artifacts` turns a composed game into a stream of files, `publish` writes them and exchanges the
output folder. Imported only by the command line, the workers, the server and the sandbox.
"""
