"""What happens when a notebook runs: kernels, containers, outcomes, scores (from a later issue on)."""
