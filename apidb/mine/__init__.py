"""Building a database from published releases: index, fetch, extraction, diff, storage."""
