# SPDX-License-Identifier: EUPL-1.2
"""UC1.2/2.5 and UC2.3/1.2: with a fast enough network, nothing of a revoked wallet is ever on the glass."""
# Records every screen put on the glass.
NOTE_SCREENS = """() => {
    window.screensSeen = [];
    const note = () => window.screensSeen.push(...[...document.querySelectorAll('#glass [data-screen]')].map(screen => screen.dataset.screen));
    new MutationObserver(note).observe(document.getElementById('glass'), { childList: true, subtree: true });
}"""


def screens_seen(phone):
    return set(phone.page.evaluate("window.screensSeen"))


def with_a_face_and_a_card(phone):
    phone.registers(face=True)
    phone.obtains_pid()


def test_a_wallet_revoked_while_the_app_was_off_asks_for_no_scan_and_shows_no_card(phone):
    with_a_face_and_a_card(phone)
    phone.kill()
    phone.device("revoke-wallet")
    before = phone.rows()
    phone.page.evaluate(NOTE_SCREENS)
    phone.launch()
    phone.sees("WalletBlocked")
    assert screens_seen(phone) <= {"Splash", "WalletBlocked"}
    taken = phone.rows()[len(before):]
    assert taken[-5:] == ["UC1.2/2.3a", "UC1.2/2.5", "PF2.10/1.1", "PF2.10/1.1c", "PF2.10/3.1"]
    assert taken.count("UC1.2/2.3") == 1 and "startup/3.1a" not in taken


def test_a_wallet_revoked_while_locked_shows_the_revocation_at_the_unlock_and_no_card(phone):
    with_a_face_and_a_card(phone)
    phone.device("lock-device")
    phone.device("revoke-wallet")
    phone.page.evaluate(NOTE_SCREENS)
    # The scan starts, and with it the request; the answer needs no scan.
    phone.device("foreground")
    phone.sees("WalletBlocked")
    assert "Dashboard" not in screens_seen(phone)
    phone.took("startup/3.1a")


def test_an_offline_phone_opens_without_waiting_while_the_status_is_recent(phone):
    with_a_face_and_a_card(phone)
    phone.kill()
    phone.device("network-offline")
    phone.launch()
    phone.device("face-match")
    phone.sees("Dashboard")
    phone.page.locator("#glass").get_by_text("still valid").wait_for()
    phone.took_all(["status/1b", "status/2"])
