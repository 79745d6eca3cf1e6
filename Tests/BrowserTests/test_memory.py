# SPDX-License-Identifier: EUPL-1.2
"""T-N1 for the demo's own process, including the glass: after an unlock the typed PIN is nowhere in memory as text."""
import sys

import phone as walks
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")

CANDIDATES = ["618340", "935172", "270468", "846193", "502739"]


def found(process, texts):
    """Returns the texts found in the process's writable memory."""
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


def test_a_typed_pin_does_not_stay_in_the_demos_memory(phone, monkeypatch):
    process = phone.program.process.pid
    # Six digits also occur by chance: use a PIN that does not.
    by_chance = found(process, CANDIDATES)
    pin = next(candidate for candidate in CANDIDATES if candidate not in by_chance)
    # The memory reader works: it finds a text of the page.
    assert found(process, ["data-device"])
    monkeypatch.setattr(walks, "PIN", pin)
    phone.registers()
    assert not found(process, [pin])
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", pin)
    phone.sees("AddCardsViaLogin")
    assert not found(process, [pin])
    phone.kill()
    assert not found(process, [pin])
