# The compiled part: what the package uses of it is not for others, but for the exceptions.
from typing import Any, Optional

class InputError(ValueError):
    file: str
    line: int
    key: str

class ComputationFailed(RuntimeError):
    time: float
    partial: Any
    trajectory: Any

class OutputError(OSError): ...

def version() -> str: ...
def revision() -> str: ...
def __getattr__(name: str) -> Any: ...
