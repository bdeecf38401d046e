"""The pipeline, the command line, and the reports."""
