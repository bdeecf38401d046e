"""What runs in the kernel's process, under whatever Python the notebook needs: read as text, never imported here."""
