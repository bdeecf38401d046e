"""What changed in the libraries, where and when: the API-change database."""
