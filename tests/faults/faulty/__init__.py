"""Faults during a build: injecting them, and checking the state afterwards."""
