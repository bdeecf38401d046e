"""What can be wrong with a file that is to be read or written.

DocumentError
├── MissingFileError       no such file, or a folder
├── UnreadableFileError    the system refuses to read it
├── EmptyFileError         nothing in it
├── EncodingError          its bytes are no text, or new text does not fit its encoding
├── BrokenJsonError        a notebook whose JSON does not parse
├── NotANotebookError      JSON, or something else, but no notebook
└── UnsupportedFormatError a notebook format or a kind of file that is not known
"""

from __future__ import annotations


class DocumentError(Exception):
    """A file can't be read or written. `str(error)` says what is wrong, where, and what to do.

    `name` is the file as the user named it; `what` and `advice` are the two halves of the message.
    """

    def __init__(self, name: str, what: str, advice: str = "") -> None:
        self.name = name
        self.what = what
        self.advice = advice
        super().__init__(f"{name}: {what}" + (f" ({advice})" if advice else ""))


class MissingFileError(DocumentError):
    """There is no such file, or it is a folder."""


class UnreadableFileError(DocumentError):
    """The operating system refuses to read the file."""


class EmptyFileError(DocumentError):
    """The file has no content."""


class EncodingError(DocumentError):
    """The bytes are no text in the file's encoding, or a new text can't be written in it."""


class BrokenJsonError(DocumentError):
    """The notebook is not valid JSON; `line` and `column` (both 1-based) say where."""

    def __init__(self, name: str, what: str, advice: str = "", *, line: int, column: int) -> None:
        super().__init__(name, f"broken JSON at line {line}, column {column}: {what}", advice)
        self.line = line
        self.column = column


class NotANotebookError(DocumentError):
    """The file is something else than a notebook."""


class UnsupportedFormatError(DocumentError):
    """A notebook format, or a kind of file, that is not known."""
