# SPDX-License-Identifier: EUPL-1.2
"""Update policies: waits until the app has fetched the served policy."""
import time

from conftest import PATIENCE


def polled(phone, policy=None):
    """Waits until the app has fetched an update policy: a given one, or any."""
    kept = phone.program.state / "phone" / "app" / "wallet.update-policy"
    phone.eventually(lambda: kept.exists() and (policy or "") in kept.read_text())


def asks_until_it_has(phone, policy):
    """Lets hours pass until the app has fetched a given policy: the server reloads its files at intervals, and the app polls about once an hour."""
    kept = phone.program.state / "phone" / "app" / "wallet.update-policy"
    end = time.monotonic() + PATIENCE / 1000
    while not kept.exists() or policy not in kept.read_text():
        assert time.monotonic() < end, "the app does not fetch the policy"
        phone.device("clock-3600")
        phone.page.wait_for_timeout(500)
