# SPDX-License-Identifier: EUPL-1.2
"""The second brand: from the first start to a card in its own language, with its name, colours, version and login; axe-core finds nothing."""
import subprocess

import axe
from conftest import PROGRAM
from phone import PIN, Phone
from playwright.sync_api import expect

# The brand's accent: #0B6B50, and #7FDDBB in the dark.
ACCENT = {"light": "rgb(11, 107, 80)", "dark": "rgb(127, 221, 187)"}


def test_the_example_brand_from_first_start_to_a_card_in_german(program, page):
    page.goto(program.start("--fresh", "--brand", "example"))
    page.locator("#glass .home-screen").wait_for()
    phone = Phone(page, program)
    page.emulate_media(reduced_motion="reduce")
    axe.load(page)
    found = []

    def look(name, where):
        phone.rests()
        wrong, unknown = axe.run(page)
        # Content below a scrolling column is not measured; each screen was measured alone.
        found.extend(f"{where}: {line}" for line in wrong + [line for line in unknown if not line.startswith("color-contrast:")])
        phone.photo(f"brand-{name}")

    assert page.title() == "Example Wallet on a simulated iPhone"
    expect(page.locator("#glass .app-icon")).to_have_text("Example Wallet")
    phone.device("language-de")
    expect(page.locator("#glass .app-icon")).to_have_accessible_name("Example Wallet öffnen")
    look("00-home-screen", "home screen")
    phone.launch()
    phone.sees("IntroductionAddingCards", "1.1", "Willkommen bei der Example Wallet")
    look("01-introduction", "introduction")
    phone.goes_through_introduction()
    phone.sees("ChoosePIN", "1.1", "Wähle eine PIN")
    look("02-choose-pin", "PIN")
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.takes("ConfigureBiometrics", "1.3b")
    phone.takes("WalletSecured", "1.5a")
    phone.confirms_deletion_code()
    phone.sees("AddCardsViaLogin", "1.1", "Karten mit Example ID hinzufügen")
    look("03-add-cards", "login offer")
    offer = phone.live("AddCardsViaLogin").locator('button[data-row="1.1a"]')
    # A button under the mouse has another colour.
    page.mouse.move(0, 0)
    for scheme in ("dark", "light"):
        page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
        expect(offer).to_have_css("background-color", ACCENT[scheme])
    # The design column shows the rows of the login.
    expect(page.locator("body")).not_to_contain_text("DigiD")
    phone.takes("AddCardsViaLogin", "1.1b")
    website = page.frame_locator("#browser iframe")
    expect(website.locator("h1")).to_have_text("Über Example ID")
    expect(page.locator("#browser [data-address]")).to_have_text("id.example")
    page.locator("#browser .browser-app").click()
    phone.sees("AddCardsViaLogin", "1.1")
    login = phone.opens_digid()
    expect(login.locator("h1")).to_have_text("Mit Example ID anmelden")
    expect(login.locator("body")).not_to_contain_text("DigiD")
    expect(login.locator("button.primary").first).to_have_css("border-top-color", ACCENT["light"])
    # OpenID Connect Core 1.0 §3.1.2.1.
    asked = [frame.url for frame in page.frames]
    assert any("/authorize?" in address and "scope=openid" in address for address in asked), asked
    phone.photo("brand-04-login")
    phone.logs_in()
    phone.sees("VerifyYourData", "1.4", "Stimmen deine Angaben?")
    look("05-data", "data")
    phone.takes("VerifyYourData", "1.4a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.takes("CreateNewWallet", "1.9a")
    phone.sees("WalletIsReady", "1.10", "Deine Example Wallet ist bereit")
    phone.takes("WalletIsReady", "1.10a")
    phone.sees("Dashboard", "1.1", "Deine Karten")
    expect(page.locator("#glass .pass-logo").first).to_have_attribute("alt", "Das Emblem der ausstellenden Behörde")
    look("06-dashboard", "dashboard")
    phone.opens_menu()
    phone.takes("AppMenu", "1.1g")
    phone.sees("AboutApp", "1.1", "2.0.0")
    look("07-about", "about")
    for theme in ({"color_scheme": "dark"}, {"contrast": "more"}):
        page.emulate_media(reduced_motion="reduce", **theme)
        look("08-about-" + "-".join(theme.values()), f"about, {theme}")
    text = page.locator("body").inner_text()
    assert "NL Wallet" not in text
    assert not found, "\n".join(found[:20])


def test_the_language_of_the_brand_is_chosen_in_the_app_and_survives_a_restart(program, page):
    page.goto(program.start("--fresh", "--brand", "example"))
    phone = Phone(page, program)
    phone.registers()
    phone.obtains_pid()
    phone.opens_menu()
    phone.takes("AppMenu", "1.1e")
    phone.takes("SettingsMenu", "2.1d")
    phone.sees("ChangeLanguage", "1.1", "Deutsch")
    assert "Nederlands" not in page.locator("#glass").inner_text()
    phone.takes("ChangeLanguage", "1.1a")
    phone.sees("ChangeLanguage", "1.1", "Sprache")
    phone.kill()
    phone.launch()
    phone.sees("OpenWithPIN", "1.3", "Mit deiner PIN öffnen")


def test_a_phone_keeps_its_brand(program, page):
    page.goto(program.start("--fresh", "--brand", "example"))
    program.stop()
    refused = subprocess.run(
        [str(PROGRAM), "--patient", "--state", str(program.state), "--brand", "nl-wallet"], capture_output=True, text=True, timeout=240, check=False)
    assert refused.returncode != 0 and "has the brand example and keeps it" in refused.stderr
    page.goto(program.start())
    expect(page.locator("#glass .app-icon")).to_have_text("Example Wallet")


def test_an_unknown_brand_is_refused_with_the_list(tmp_path):
    refused = subprocess.run(
        [str(PROGRAM), "--patient", "--state", str(tmp_path / "state"), "--brand", "other"],
        capture_output=True, text=True, timeout=240, check=False)
    assert refused.returncode != 0 and "--brand must be one of nl-wallet, example" in refused.stderr
    assert not (tmp_path / "state").exists()
