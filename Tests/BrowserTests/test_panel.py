# SPDX-License-Identifier: EUPL-1.2
"""The device column: its real effects on the phone and the servers, and its list of test cases."""
import pytest
from phone import PIN
from playwright.sync_api import expect
from policies import polled


@pytest.fixture(autouse=True)
def mouse(phone):
    """The column itself is under test here."""
    phone.uses_mouse = True


def relaunch(phone):
    phone.kill()
    phone.launch()


def test_LTC43_a_blocked_version_stays_blocked_until_the_policy_lifts_it(phone):
    phone.launch()
    phone.sees("IntroductionAddingCards")
    phone.device("case-43")
    card = phone.page.locator(".current-case")
    card.get_by_text("Still to come").wait_for()
    # The running app polls by itself, because its minute is over.
    phone.device("clock-60")
    phone.sees("UpdateNeeded", "2.1")
    card.get_by_text("All its rows were taken").wait_for()
    phone.photo("80-panel-blocked")
    phone.device("network-offline")
    relaunch(phone)
    phone.sees("UpdateNeeded", "2.1")
    phone.device("network-online")
    phone.device("policy-block-final")
    phone.device("clock-60")
    phone.sees("VersionBlocked", "3.1")
    phone.device("policy-ok")
    phone.device("clock-60")
    phone.sees("IntroductionAddingCards")


def test_LTC42_a_newer_version_is_reported_at_the_launch_after_the_policy_was_fetched(phone):
    phone.device("case-42")
    phone.launch()
    # The first launch may report it already, if the response arrives within UC1.2's time budget; the second reports it for certain.
    polled(phone)
    relaunch(phone)
    phone.sees("UpdateNotice", "1")
    phone.photo("81-panel-notice")
    phone.takes("UpdateNotice", "1a")
    phone.sees("IntroductionAddingCards")


def test_LTC75_and_LTC77_a_wallet_and_then_all_are_revoked_at_the_provider(phone):
    phone.device("revoke-wallet")
    phone.page.locator("#bench-alert").get_by_text("no wallet that could be revoked").wait_for()
    phone.registers()
    phone.device("revoke-wallet")
    expect(phone.page.locator("#bench-alert")).to_have_text("")
    relaunch(phone)
    phone.sees("WalletBlocked", "3.1")
    phone.photo("82-panel-revoked")
    phone.takes("WalletBlocked", "3.1c")
    phone.goes_through_introduction()
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.sees("ConfigureBiometrics")
    phone.device("revoke-solution")
    relaunch(phone)
    phone.sees("SolutionRevoked", "5.1")
    expect(phone.control("revoke-solution")).to_be_disabled()


def test_LTC74_the_portal_ends_the_wallet_with_its_deletion_code(phone):
    phone.registers()
    phone.obtains_pid()
    phone.opens_menu()
    phone.takes("AppMenu", "1.1e")
    phone.takes("SettingsMenu", "2.1h")
    phone.takes("AboutDeletionCode", "1.1a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("ShowDeletionCode")
    code = "".join(phone.page.locator('[data-screen="ShowDeletionCode"] .code .group').all_inner_texts())
    sheet = phone.page.locator('[data-screen="ShowDeletionCode"] .printout').text_content()
    with phone.page.context.expect_page() as opened:
        phone.device("portal")
    portal = opened.value
    portal.locator("#code").wait_for()
    # The printed code names the portal's real address.
    assert portal.evaluate("location.origin") in sheet
    portal.locator("#code").fill(code)
    portal.locator("button[type=submit]").click()
    portal.locator("[data-screen]:not([data-screen='Form'])").wait_for()
    # The portal is another site: it receives nothing of the page's session.
    assert portal.evaluate("[document.cookie, sessionStorage.length, window.opener]") == ["", 0, None]
    relaunch(phone)
    phone.sees("WalletDeleted", "2.1")


def test_LTC44_a_link_before_there_is_a_wallet_leads_to_the_introduction(phone):
    for link in ["invalid", "redirect", "transfer"]:
        phone.device(f"link-{link}")
        phone.sees("IntroductionAddingCards")
        phone.kill()
    phone.took("UC1.2/2.4b")
    assert "PF2.7/1.2d" not in phone.rows()
    phone.device("case-44")
    for link in ["disclosure", "offer", "disclosure-based-issuance", "scanned"]:
        phone.device(f"link-{link}")
        phone.sees("FinishFirst", "3.1")
        phone.takes("FinishFirst", "3.1a")
        phone.kill()
    phone.page.locator(".current-case").get_by_text("All its rows were taken").wait_for()


def test_a_slow_network_shows_progress_and_then_opens(phone):
    phone.registers()
    relaunch(phone)
    phone.sees("OpenWithPIN")
    phone.device("network-slow")
    phone.enters("OpenWithPIN", PIN)
    phone.page.locator('[data-screen="OpenWithPIN"] .progress').get_by_text("Checking").wait_for(state="visible")
    phone.photo("83-panel-slow")
    phone.sees("AddCardsViaLogin")


def test_unreadable_answers_lead_to_an_error_screen_and_lose_nothing(phone):
    phone.launch()
    phone.goes_through_introduction()
    phone.device("network-garbage")
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.sees("ServerUnreachable")
    phone.photo("84-panel-garbage")
    phone.device("network-online")
    phone.takes("ServerUnreachable", "ServerUnreachable.retry")
    phone.sees("ConfigureBiometrics")
    relaunch(phone)
    phone.device("network-garbage")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("ServerUnreachable")
    phone.device("network-online")
    # The same PIN is sent again: the user does not retype it, and no attempt is lost.
    phone.takes("ServerUnreachable", "ServerUnreachable.retry")
    phone.page.locator(".screen:not([data-screen='OpenWithPIN']):not([data-screen='ServerUnreachable'])").wait_for()
    phone.took("UC2.3/1.4a")


def test_a_phone_wakes_locked_with_its_clock_ahead_and_a_clock_set_back_is_behind(phone):
    phone.registers()
    hour, minute = phone.reads(".status-bar .time", r"(\d+):(\d+)").groups()
    before = int(hour) * 60 + int(minute)

    def is_later(minutes):
        """Waits until the phone's clock is ahead of its first value by that much; the test itself takes a few minutes at most."""
        phone.until("""([before, minutes]) => {
            const [h, m] = document.querySelector('.status-bar .time').innerText.split(':');
            const more = (h * 60 + Number(m) - before - minutes + 1440) % 1440;
            return 0 <= more && more <= 4; }""", [before, minutes])

    phone.device("sleep-3600")
    phone.sees("OpenWithPIN")
    is_later(60)
    phone.device("turn-hour-back")
    is_later(0)
    phone.device("clock-right")
    is_later(60)
    # The provider's clock was not changed: the PIN unlocks.
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")


def test_the_list_of_test_cases_is_walked_with_the_keyboard(phone):
    page = phone.page
    page.locator('[data-device="group-guide"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-device="group-13"]').wait_for()
    page.locator('[data-device="group-13"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-device="case-13"]').wait_for()
    page.keyboard.press("Tab")
    phone.focuses('[data-device="case-13"]')
    page.keyboard.press("Enter")
    page.locator(".current-case").get_by_text("Still to come: UC1.1/1.1b, UC1.1/1.4").wait_for()
    # After the redraw, focus and folding are unchanged.
    phone.focuses('[data-device="case-13"]')
    expect(page.locator('[data-group="13"]')).to_have_attribute("open", "")
    phone.launch()
    phone.takes("IntroductionAddingCards", "1.1b")
    page.locator('[data-group="13"] summary').get_by_text("passed").wait_for()
    page.locator('.current-case [role="status"]').get_by_text("All its rows were taken").wait_for()
    page.locator('.cases [aria-current="step"]').wait_for()
    phone.device("case-leave")
    page.locator(".current-case").wait_for(state="detached")


@pytest.mark.parametrize("width, theme", [(1280, "light"), (1280, "dark"), (800, "light")])
def test_the_column_fits_its_width_with_everything_unfolded(phone, width, theme):
    page = phone.page
    page.set_viewport_size({"width": width, "height": 1000})
    page.evaluate("theme => { document.documentElement.dataset.theme = document.body.dataset.theme = theme; }", theme)
    if width < 900:
        expect(page.locator("#device")).to_be_hidden()
        page.locator('[aria-controls="device"]').click()
    phone.device("case-39")
    page.locator(".current-case").get_by_text("LTC39 ").wait_for()
    # In one step, because the column may be redrawn at any time.
    wrong = page.locator("#device").evaluate("""column => {
        for (const group of column.querySelectorAll('details')) group.open = true;
        const outer = column.getBoundingClientRect();
        const wrong = [...column.querySelectorAll('button, summary, p, dd')].filter(element => {
            const inner = element.getBoundingClientRect();
            return inner.left < outer.left || inner.right > outer.right || element.scrollWidth > element.clientWidth + 1; });
        return [column.scrollWidth > column.clientWidth, wrong.map(element => element.textContent)]; }""")
    assert wrong == [False, []]
    phone.photo(f"85-panel-{width}-{theme}")


def test_an_unknown_switch_is_refused_with_a_message(phone):
    phone.page.wait_for_function("sessionStorage.getItem('bearer') !== null")
    post = """async ([body, headers]) => (await fetch('/device', { method: 'POST', body, headers: {
        'Content-Type': 'application/json', Authorization: 'Bearer ' + sessionStorage.getItem('bearer'), ...headers } })).status"""
    for body, headers, status in [
        ('{"action":"policy-everything"}', {}, 400), ('{"action":"case-999"}', {}, 400), ("garbage", {}, 400), ("", {}, 400),
        ('{"action":"revoke-wallet","of":"everybody"}', {}, 400), ('{"action":"' + "x" * 5000 + '"}', {}, 413),
        ('{"action":"revoke-solution"}', {"Authorization": "Bearer x"}, 401),
    ]:
        assert phone.page.evaluate(post, [body, headers]) == status, body[:40]
    phone.control("kill")
    phone.page.evaluate("() => { const tool = document.querySelector('[data-action=\"launch\"]'); tool.dataset.action = 'explode'; tool.click(); }")
    phone.page.locator("#bench-alert[role=alert]").get_by_text("does not know this switch").wait_for()
    expect(phone.control("revoke-solution")).to_be_enabled()
