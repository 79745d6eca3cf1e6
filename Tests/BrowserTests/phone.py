# SPDX-License-Identifier: EUPL-1.2
"""What a person does with the phone, in the words of the design: screens by their type, controls by the row that they take."""
import re

from conftest import SCREENSHOTS

PIN = "749205"
WRONG = "620943"


class Phone:
    def __init__(self, page, program, kind="iphone"):
        self.page = page
        self.program = program
        self.kind = kind
        # Whether digits are typed on the keyboard, which is faster, unless a call says otherwise.
        self.types = False

    # The device beside the phone
    def control(self, name):
        """A control of the device column, with the groups around it unfolded."""
        locator = self.page.locator(f'[data-device="{name}"]')
        locator.wait_for(state="attached")
        folded = locator.locator("xpath=ancestor::details[not(@open)][not(ancestor::details[not(@open)])]/summary")
        while folded.count():
            if folded.get_attribute("data-device") == name:
                break
            folded.click()
        return locator

    def device(self, name):
        self.control(name).click()

    def launch(self):
        self.device("launch")

    def kill(self):
        self.device("kill")

    # The glass
    def sees(self, screen, row=None, text=None):
        """Waits until a screen is there and can be used."""
        locator = self.page.locator(f'[data-screen="{screen}"]' + (f'[data-row="{row}"]' if row else ""))
        locator.wait_for(state="visible")
        if text:
            locator.get_by_text(text).first.wait_for(state="visible")
        return locator

    def takes(self, screen, row):
        """Presses the control that takes a row."""
        self.page.locator(f'[data-screen="{screen}"] button[data-row="{row}"]').click()

    def enters(self, screen, digits, keyboard=None):
        pad = self.page.locator(f'[data-screen="{screen}"] .pin')
        pad.wait_for(state="visible")
        for digit in digits:
            if self.types if keyboard is None else keyboard:
                self.page.keyboard.press(digit)
            else:
                pad.locator(".key", has_text=digit).click()

    def photo(self, name):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(350)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")

    def photos(self):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        return SCREENSHOTS

    def rows(self):
        """The rows taken since start, by the demo's own address."""
        return [entry["row"] for entry in self.page.evaluate("fetch('/trace').then(answer => answer.json())")]

    def took(self, row, times=1):
        """Waits until a row was taken so many times since start."""
        self.page.wait_for_function(
            "([row, times]) => fetch('/trace').then(answer => answer.json())"
            ".then(rows => rows.filter(entry => entry.row === row).length >= times)", arg=[row, times])

    # Whole passages
    def opens_menu(self):
        """From the dashboard, which needs a card."""
        self.takes("Dashboard", "1.1e")
        self.sees("AppMenu")

    def opens_digid(self):
        """Leaves the app for the login page of DigiD, in the phone's browser."""
        self.takes("AddCardsViaDigiD", "1.1a")
        return self.login()

    def login(self):
        """The page that the phone's browser shows, with its people to log in as."""
        login = self.page.frame_locator("#browser iframe")
        login.locator("button.primary").first.wait_for()
        return login

    def logs_in(self, person=None):
        """Logs in as the first person, or as the one with these words on the button."""
        buttons = self.login().locator("button")
        (buttons.filter(has_text=person) if person else self.login().locator("button.primary")).first.click()

    def obtains_pid(self, person=None):
        """From the first card that is missing to the dashboard with the identity cards."""
        self.opens_digid()
        self.logs_in(person)
        self.takes("VerifyYourData", "1.4a")
        self.enters("ConfirmWithPIN", PIN)
        self.takes("CreateNewWallet", "1.9a")
        self.takes("WalletIsReady", "1.10a")
        self.sees("Dashboard")

    def goes_through_introduction(self):
        self.sees("IntroductionAddingCards", "1.1")
        self.takes("IntroductionAddingCards", "1.1b")
        self.takes("PrivacyConsiderations", "1.4b")

    def registers(self, face=False):
        """From the first start to the end of what is built."""
        self.launch()
        self.goes_through_introduction()
        self.enters("ChoosePIN", PIN)
        self.sees("RepeatPIN")
        self.enters("RepeatPIN", PIN)
        self.sees("ConfigureBiometrics")
        if face:
            self.takes("ConfigureBiometrics", "1.3a")
            self.device("face-match")
        else:
            self.takes("ConfigureBiometrics", "1.3b")
        self.takes("WalletSecured", "1.5a")
        self.confirms_deletion_code()
        self.sees("AddCardsViaDigiD")

    def confirms_deletion_code(self):
        """Says that it is written down, and types the group that is asked for."""
        groups = self.page.locator('[data-screen="WriteDownDeletionCode"] .code .group')
        groups.first.wait_for(state="visible")
        code = groups.all_inner_texts()
        self.takes("WriteDownDeletionCode", "1.6a")
        self.types_group(code)

    def types_group(self, code):
        screen = self.sees("ConfirmDeletionCode")
        number = int(re.search(r"\d", screen.locator(".entry-label").inner_text())[0])
        screen.locator("input").fill(code[number - 1].lower())
        self.takes("ConfirmDeletionCode", "1a")
