# SPDX-License-Identifier: EUPL-1.2
"""T-N1 for the demo's own process, the glass included: a PIN that was typed is nowhere in it as a text, once the wallet was opened with it."""
import sys

import phone as walks
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")

CANDIDATES = ["618340", "935172", "270468", "846193", "502739"]


def found(process, texts):
    """Which of the texts are in the memory that the process can write."""
    hits = set()
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as memory:
        for line in maps:
            addresses, rights = line.split()[:2]
            if not rights.startswith("rw"):
                continue
            start, end = (int(address, 16) for address in addresses.split("-"))
            try:
                memory.seek(start)
                contents = memory.read(end - start)
            except (OSError, ValueError, OverflowError):
                continue  # It is not there any more, or the system's own.
            hits |= {text for text in texts if text.encode() in contents}
    return hits


def test_a_pin_that_was_typed_stays_nowhere_in_the_demos_memory(phone, monkeypatch):
    process = phone.program.process.pid
    # Six digits are there by chance, too: one that is not is taken.
    by_chance = found(process, CANDIDATES)
    pin = next(candidate for candidate in CANDIDATES if candidate not in by_chance)
    # What reads memory finds what is there: a sentence of the page.
    assert found(process, ["data-device"])
    monkeypatch.setattr(walks, "PIN", pin)
    phone.registers()
    assert not found(process, [pin])
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", pin)
    phone.sees("AddCardsViaDigiD")
    assert not found(process, [pin])
    phone.kill()
    assert not found(process, [pin])
