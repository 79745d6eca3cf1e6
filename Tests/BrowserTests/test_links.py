# SPDX-License-Identifier: EUPL-1.2
"""PF2.7: links that the operating system delivers, here by a second start of the program."""
import subprocess

import pytest
from conftest import PROGRAM
from phone import PIN

pytestmark = pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)

OFFER = "https://app.wallet.example/wallet/offer?credential_offer_uri=https%3A%2F%2Fissuer.example%2F1"
SHARING = "https://app.wallet.example/wallet/disclosure?client_id=example"


def opens(phone, link):
    """Opens a link on the phone: the second program passes it to the first one and ends."""
    command = [str(PROGRAM), "--patient", "--state", str(phone.program.state), "--link", link]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)


def test_a_link_to_a_wallet_that_is_not_set_up_shows_a_message_over_the_introduction(phone):
    phone.launch()
    phone.sees("IntroductionAddingCards")
    opens(phone, OFFER)
    phone.sees("FinishFirst", "3.1")
    phone.photo("link-not-ready")
    phone.takes("FinishFirst", "3.1a")
    phone.goes_through_introduction()
    phone.sees("ChoosePIN")


def test_a_link_to_a_locked_wallet_waits_on_the_lock_through_a_kill_and_can_be_discarded(phone):
    phone.registers()
    phone.kill()
    phone.launch()
    phone.sees("OpenWithPIN", text="Open with your PIN")
    opens(phone, OFFER)
    phone.sees("OpenWithPIN", text="to add a card")
    phone.photo("link-on-the-lock")
    opens(phone, SHARING)
    phone.sees("OpenWithPIN", text="to share data")
    phone.kill()
    phone.launch()
    phone.sees("OpenWithPIN", text="to share data")
    phone.takes("OpenWithPIN", "1a")
    phone.page.locator("#glass").get_by_text("to share data").wait_for(state="detached")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")
    assert "PF2.7/1.2" not in phone.rows()


def test_a_link_that_waited_for_the_unlock_is_refused_because_the_wallet_is_not_personalised(phone):
    phone.registers()
    phone.kill()
    opens(phone, OFFER)
    phone.sees("OpenWithPIN", text="to add a card")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("FinishFirst", "3.1")
    phone.takes("FinishFirst", "3.1a")
    phone.sees("AddCardsViaLogin")


def test_a_link_waits_five_minutes_and_no_longer(phone):
    phone.registers()
    phone.kill()
    phone.launch()
    opens(phone, OFFER)
    phone.sees("OpenWithPIN", text="to add a card")
    phone.device("clock-300")
    phone.page.locator("#glass").get_by_text("to add a card").wait_for(state="detached")
    phone.took("link/1b")


def test_a_link_that_waited_too_long_is_told_once_after_the_unlock(phone):
    phone.registers()
    phone.obtains_pid()
    phone.kill()
    phone.launch()
    opens(phone, OFFER)
    phone.sees("OpenWithPIN", text="to add a card")
    phone.device("clock-300")
    phone.took("link/1b")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("LinkExpired", text="open it again")
    phone.photo("link-expired")
    phone.takes("LinkExpired", "2a")
    phone.sees("Dashboard")
    assert phone.rows().count("link/2") == 1


def test_foreign_links_change_nothing_and_are_written_nowhere(phone):
    phone.registers()
    for link in ["https://evil.example/wallet/offer?secret=canary1", "https://app.wallet.example/wallet/offers?secret=canary2",
                 "https://app.wallet.example@evil.example/wallet/offer?secret=canary3"]:
        opens(phone, link)
    # Links are processed in order: when the wallet's own link has arrived, the others would have too.
    opens(phone, OFFER)
    phone.sees("FinishFirst", "3.1")
    taken = [row for row in phone.rows() if row.startswith("PF2.7")]
    assert taken == ["PF2.7/1.1", "PF2.7/1.1a", "PF2.7/1.2", "PF2.7/1.2d", "PF2.7/3.1"]
    assert "canary" not in "".join(phone.program.output)


def test_a_link_to_a_wallet_with_an_identity_card_starts_its_flow_at_once_or_after_the_unlock(phone):
    phone.registers()
    phone.obtains_pid()
    opens(phone, OFFER)
    phone.sees("NotBuiltYet", "not-built")
    phone.took_last("PF2.7/1.3a", "UC1.2/3.4c", "UC4.1/not-built")
    phone.takes("NotBuiltYet", "not-built.back")
    phone.sees("Dashboard")
    phone.kill()
    opens(phone, SHARING)
    phone.sees("OpenWithPIN", text="to share data")
    phone.enters("OpenWithPIN", PIN)
    # The link names nobody and no request: it is refused without any contact.
    phone.sees("VerifierFailed", "UnknownVerifier")
    phone.took_all(["PF2.7/1.3b", "UC2.3/1.6c", "UC5.1/1.1h"])
    phone.takes("VerifierFailed", "UnknownVerifier.close")
    phone.sees("Dashboard")
