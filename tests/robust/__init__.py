"""It does not break: odd, huge and malicious notebooks, full disks, two runs at once."""
