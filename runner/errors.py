"""The errors that a user of a run can cause. Each says what is wrong, where, and what to do.

RunnerError
├── BadNotebook        the file is no notebook that can be run
├── NoInterpreter      the interpreter is missing, or can't be run
├── NoKernel           the interpreter or image has no ipykernel, or its kernel does not start
├── FolderTooLarge     the notebook's folder is too large to be copied
├── MissingPart        an optional group of this tool is not installed
├── NoEngine           no Docker engine answers
├── NoImage            the engine has no such image
├── CannotBuild        an image can't be built
├── BadGrader          a grader, metric or score can't be understood
└── NoEnvironment      an environment of the past can't be made
"""

from __future__ import annotations


class RunnerError(Exception):
    """What is wrong, where, and what to do."""


class BadNotebook(RunnerError):
    pass


class NoInterpreter(RunnerError):
    pass


class NoKernel(RunnerError):
    pass


class FolderTooLarge(RunnerError):
    pass


class MissingPart(RunnerError):
    pass


class NoEngine(RunnerError):
    pass


class NoImage(RunnerError):
    pass


class CannotBuild(RunnerError):
    pass


class BadGrader(RunnerError):
    pass


class NoEnvironment(RunnerError):
    pass
