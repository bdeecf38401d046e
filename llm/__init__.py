"""What a model says, and whether we may take it: client, prompts, guard, cost (from a later issue on)."""
