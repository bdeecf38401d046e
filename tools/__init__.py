"""Maintenance: evaluation, proofs, benchmarks."""
