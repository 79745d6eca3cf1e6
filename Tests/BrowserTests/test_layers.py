# SPDX-License-Identifier: EUPL-1.2
"""The layers in the browser: the lock over a flow, the warning before it, and a version that is blocked in the meantime."""
import json
import subprocess

import pytest
from conftest import PROGRAM
from phone import PIN
from playwright.sync_api import expect
from policies import asks_until_it_has


def code_groups(phone):
    return phone.page.locator('[data-screen="WriteDownDeletionCode"] .code .group').all_inner_texts()


def to_the_deletion_code(phone):
    phone.launch()
    phone.goes_through_introduction()
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.sees("ConfigureBiometrics")
    phone.takes("ConfigureBiometrics", "1.3b")
    phone.takes("WalletSecured", "1.5a")
    phone.sees("WriteDownDeletionCode")


def sign_policy(phone, rules, version):
    """Publishes an update policy as an operator does, and waits until the app has it."""
    folder = phone.program.state / "configuration"
    contents = folder / "update-policy.json"
    contents.write_text(json.dumps({"available": ["1.1.0"], "rules": rules}))
    subprocess.run(
        [str(PROGRAM.with_name("wallet-config")), "sign", "update-policy", str(contents), "--key", str(folder / "signing-key.json"),
         "--environment", "demo", "--version", str(version), "--days", "30", "--output", str(folder / "update-policy.jwt")],
        check=True, capture_output=True, text=True)
    asks_until_it_has(phone, (folder / "update-policy.jwt").read_text().strip())


def passes(phone, minutes=1):
    """Lets time pass; the focus stays."""
    for _ in range(minutes):
        phone.device("clock-60")


def told(phone, touch):
    """Touches the glass and waits until the program has received it: touches are sent every few seconds at most, and time passes faster here."""
    with phone.page.expect_response(lambda response: response.url.endswith("/activity")) as answer:
        touch()
    assert answer.value.status == 204


def test_the_lock_covers_the_deletion_code_and_leaves_nothing_of_it_in_the_page(phone):
    to_the_deletion_code(phone)
    groups = code_groups(phone)
    assert groups
    phone.device("lock-device")
    phone.device("foreground")
    phone.sees("OpenWithPIN")
    html = phone.page.locator("#glass").inner_html()
    assert "WriteDownDeletionCode" not in html
    # The last group has two characters, which any page may have.
    whole = [group for group in groups if len(group) == 4]
    assert len(whole) == 4 and not any(group in html for group in whole)
    phone.photo("60-locked-over-a-flow")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("WriteDownDeletionCode")
    expect(phone.page.locator('[data-screen="WriteDownDeletionCode"] .code .group')).to_have_text(groups)
    phone.focuses("#screen-title")
    phone.confirms_deletion_code()
    phone.sees("AddCardsViaLogin")


def test_UC9_7_an_idle_user_is_warned_and_then_locked_out(phone):
    phone.registers()
    told(phone, phone.page.locator("#screen-title").click)
    passes(phone, 4)
    question = phone.sees("InactivityWarning")
    assert question.get_attribute("aria-modal") == "true"
    phone.reads('[data-screen="InactivityWarning"] .countdown time', "^[01]:")
    expect(phone.page.locator('[data-screen="AddCardsViaLogin"]')).to_have_attribute("inert", "")
    phone.focuses("#dialog-title")
    phone.photo("61-inactivity-warning")
    # A click outside the buttons does not answer it.
    phone.page.locator("#glass").click(position={"x": 30, "y": 200})
    phone.sees("InactivityWarning")
    told(phone, lambda: phone.takes("InactivityWarning", "1.2a"))
    question.wait_for(state="detached")
    phone.sees("AddCardsViaLogin")
    passes(phone, 4)
    phone.sees("InactivityWarning")
    passes(phone)
    phone.sees("OpenWithPIN")
    phone.focuses("#screen-title")
    expect(phone.page.locator('[data-screen="AddCardsViaLogin"]')).to_have_count(0)
    phone.took_all(["UC9.7/1.1c", "UC9.7/1.2a", "UC9.7/1.1a", "UC9.7/1.2c"])
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")


def test_UC9_7_a_touch_of_the_glass_counts(phone):
    phone.registers()
    passes(phone, 3)
    told(phone, phone.page.locator("#screen-title").click)
    passes(phone, 3)
    # Without the touch the warning would have come two minutes ago, and the wallet would be locked by now.
    passes(phone)
    phone.sees("InactivityWarning")
    assert phone.rows().count("UC9.7/1.1c") == 1
    assert phone.page.locator('[data-screen="AddCardsViaLogin"]').count() == 1


def test_UC9_7_locking_in_the_menu_and_reading_about_the_app(phone):
    phone.registers()
    phone.obtains_pid()
    phone.opens_menu()
    phone.photo("61-menu")
    phone.takes("AppMenu", "1.1g")
    phone.sees("AboutApp")
    phone.photo("62-about-the-app")
    phone.takes("AboutApp", "1.1a")
    # The demo's network has no such host.
    phone.page.locator('.browser-fault[data-fault="outside"]').wait_for()
    phone.photo("63-browser-opened")
    phone.press(phone.page.locator(".browser-app"))
    phone.sees("AboutApp")
    phone.takes("AboutApp", "1.1c")
    expect(phone.live("AppMenu").locator('[data-row="1.1i"]')).to_have_accessible_name("Lock")
    phone.takes("AppMenu", "1.1i")
    phone.sees("OpenWithPIN")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("Dashboard")
    phone.opens_menu()
    phone.takes("AppMenu", "1.1e")
    phone.photo("64-settings")
    phone.takes("SettingsMenu", "2.1e")
    phone.sees("WipeAppData")
    phone.photo("65-wipe-app-data")
    phone.takes("WipeAppData", "1.1b")
    phone.sees("SettingsMenu")


@pytest.mark.parametrize("versions, screen, photo", [
    (">=1.0.0,<1.1.0", "UpdateNeeded", "66-update-needed"), (">=1.0.0", "VersionBlocked", "67-version-blocked"),
])
def test_PF1_4_a_version_blocked_during_a_flow_ends_the_flow_and_goes_to_the_store(phone, versions, screen, photo):
    to_the_deletion_code(phone)
    sign_policy(phone, [{"versions": versions, "state": "block"}], 2)
    phone.sees(screen)
    phone.photo(photo)
    assert phone.page.locator('[data-screen="WriteDownDeletionCode"]').count() == 0
    phone.takes(screen, "2.1b" if screen == "UpdateNeeded" else "3.1b")
    store = phone.page.locator(".system-app")
    store.wait_for()
    expect(store).to_contain_text("apps.example")
    phone.press(phone.page.locator(".app-icon"))
    phone.sees(screen)
    sign_policy(phone, [], 3)
    phone.sees("OpenWithPIN")


def test_PF1_4_a_newer_version_is_recommended_once_per_start(phone):
    phone.launch()
    phone.sees("IntroductionAddingCards")
    sign_policy(phone, [{"versions": ">=1.0.0,<1.1.0", "state": "recommend"}], 2)
    phone.kill()
    phone.launch()
    phone.sees("UpdateNotice")
    phone.photo("68-update-notice")
    phone.takes("UpdateNotice", "1a")
    phone.sees("IntroductionAddingCards")
