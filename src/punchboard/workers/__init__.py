"""Builds in several processes: a game's build split into jobs that run in any process, here or on another machine.

Jobs and their results can be pickled, so any executor of `concurrent.futures` can build games. Nothing here schedules:
which worker runs a job, and whether a lost job runs again, is up to the executor.
"""
