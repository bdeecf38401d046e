"""What code means and how it is rewritten: cells, inference, findings, recipes, fixers."""
