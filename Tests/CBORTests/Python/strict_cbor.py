# SPDX-License-Identifier: EUPL-1.2
"""The checks that PyPI cbor2 leaves to its caller: deterministic encoding (RFC 8949 section 4.2.1).

For the judges in CBORTests, COSETests and MDocTests.
"""
import cbor2


class Refused(Exception):
    """The caller's own check."""


def check(condition, what):
    if not condition:
        raise Refused(what)


def head(raw, at):
    check(at < len(raw), "cut")
    major, low = raw[at] >> 5, raw[at] & 31
    size = {24: 1, 25: 2, 26: 4, 27: 8}.get(low, 0)
    check(low < 28 and at + 1 + size <= len(raw), "indefinite, reserved or cut")
    value = int.from_bytes(raw[at + 1:at + 1 + size], "big") if size else low
    if major != 7:
        check(not size or value >= {1: 24, 2: 1 << 8, 4: 1 << 16, 8: 1 << 32}[size], "not minimal")
    else:
        check(low not in (24, 26, 27) or low == 24 and value >= 32 or low > 24 and shortest(raw[at + 1:at + 1 + size]), "not minimal")
    return major, value, at + 1 + size


def shortest(raw):
    """True if the float has its shortest encoding."""
    value = cbor2.loads(bytes([0xF9 + {2: 0, 4: 1, 8: 2}[len(raw)]]) + raw)
    return len(cbor2.dumps(value, canonical=True)) == len(raw) + 1


def item(raw, at=0, depth=0, ordered=False):
    """Skips one item, with strict checks.

    ordered: also requires map keys to be sorted.
    """
    check(depth < 32, "too deep")
    major, value, at = head(raw, at)
    if major in (2, 3):
        check(at + value <= len(raw), "cut")
        if major == 3:
            raw[at:at + value].decode()
        return at + value
    if major == 4:
        for _ in range(value):
            at = item(raw, at, depth + 1, ordered)
    if major == 5:
        keys, last = set(), b""
        for _ in range(value):
            end = item(raw, at, depth + 1, ordered)
            # Map keys are equal regardless of the order of their own keys.
            key = cbor2.dumps(cbor2.loads(raw[at:end]), canonical=True)
            check(key not in keys, "a key twice")
            check(not ordered or raw[at:end] > last, "keys out of order")
            keys.add(key)
            last = raw[at:end]
            at = item(raw, end, depth + 1, ordered)
    if major == 6:
        at = item(raw, at, depth + 1, ordered)
    return at


def loads(raw, ordered=False):
    """Decodes exactly one strictly encoded item with cbor2."""
    check(item(raw, ordered=ordered) == len(raw), "trailing bytes")
    return cbor2.loads(raw)
