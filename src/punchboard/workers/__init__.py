"""Builds shared out: a game's work in parts that can be done by any process, here or on another machine.

A part is plain values, and so is what comes back: whoever has an executor of `concurrent.futures` can have games built
by it. Nothing here schedules: who does what, and again when a worker is lost, is the executor's business.
"""
