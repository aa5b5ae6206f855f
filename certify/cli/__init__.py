"""The command line: `certify VERB …`. `main` turns every outcome into an exit code and one clear sentence."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

NOT_PROVED, USAGE, MALFORMED, DECLINED, BUG, INTERRUPT = 1, 2, 3, 5, 70, 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the `certify` command; leaves with the exit code of design section 6."""
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code; an unexpected exception is caught and reported as a bug (70)."""
    debug = "--debug" in arguments
    arguments = [argument for argument in arguments if argument != "--debug"]
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        print("interrupted; nothing half-written was left", file=sys.stderr)
        return INTERRUPT
    except BrokenPipeError:
        # whoever read the output has gone: nothing more can be said, and what was left unsaid is not "proved"
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_PROVED
    except Exception as error:
        if debug:
            traceback.print_exc()
        print(ascii(f"certify: bug: {type(error).__name__}: {error}")[1:-1], file=sys.stderr)
        print("this is an error in certify, not in your input; --debug shows where", file=sys.stderr)
        return BUG


def _run(arguments: list[str]) -> int:
    import typer
    from typer.main import get_command

    from certify.cli.app import app
    from certify.cli.output import printable
    from certify.contract import Malformed, MissingExtra
    from certify.files import WouldOverwrite
    from certify.kernel.reject import Reject
    from certify.kinds import Misplaced

    # typer carries its own click from 0.29 on; the base of all its usage errors is two steps above BadParameter
    usage_error: Any = typer.BadParameter.__mro__[2]

    def say(message: object, code: int) -> int:
        print(printable(f"certify: {message}"), file=sys.stderr)
        return code

    try:
        result = get_command(app).main(arguments, prog_name="certify", standalone_mode=False)
    except typer.Exit as leaving:
        return leaving.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except usage_error as usage:
        usage.show(sys.stderr)
        return USAGE
    except Malformed as error:
        return say(error, MALFORMED)
    except Reject as reject:
        return say(reject, reject.category.value)
    except MissingExtra as error:
        return say(error, DECLINED)
    except (WouldOverwrite, Misplaced) as error:
        return say(error, USAGE)
    except OSError as error:
        name = error.filename if error.filename is not None else "file"
        return say(f"{name}: {error.strerror or error}", USAGE)
    if result == INTERRUPT:  # typer's own answer to Ctrl-C
        raise KeyboardInterrupt
    return result if isinstance(result, int) else 0
