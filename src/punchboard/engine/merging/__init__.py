"""Merging of states that later steps cannot distinguish, which keeps the prover's states few. Start with `merge`."""
