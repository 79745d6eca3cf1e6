# SPDX-License-Identifier: EUPL-1.2
"""What a person does with the phone, in the words of the design: screens by their type, controls by the row that they take."""
import re
import time

from conftest import PATIENCE, SCREENSHOTS
from playwright.sync_api import TimeoutError, expect

PIN = "749205"
WRONG = "620943"

# Remembers what was pressed last. What is drawn anew between the mouse's down and up was not pressed: then nothing was.
NOTE_PRESSES = """
() => {
    if (!('pressed' in window)) {
        document.addEventListener('click', event => { window.pressed = event.target.closest?.('button, summary, input') ?? null; }, true);
    }
    window.pressed = null; }
"""
# Whether the program has heard what was pressed: it has drawn something else, or takes nothing more on this screen.
IS_HEARD = "button => !button.isConnected || button.closest('[data-screen]')?.ariaBusy === 'true'"
CONFLICT = 409
# What takes the app off the glass.
LEAVES = {"kill", "background", "lock-device", "destroy-ui", "install-next", "install-released", "reinstall-app", "restore-backup", "restore-copy"}


def is_answer(response):
    return response.url.endswith("/answer")


class Phone:
    def __init__(self, page, program, kind="iphone"):
        self.page = page
        # The clicks that had to be repeated, also where a script without the fixture opened the page.
        self.page.repeated = getattr(page, "repeated", [])
        self.program = program
        self.kind = kind
        # Digits are typed on the keyboard, which is faster; whoever tests the keypad says so, here or in a call.
        self.types = True
        # The device column is pressed by its script, which is faster and moves no focus; whoever tests the column uses the mouse.
        self.uses_mouse = False

    def press(self, locator):
        """Clicks until a button receives the click. The page counts repeated clicks, and its fixture fails the test for them."""
        for _ in range(5):
            self.page.evaluate(NOTE_PRESSES)
            locator.click()
            if self.page.evaluate("() => window.pressed !== null"):
                return
            self.page.repeated.append(f"a click on {locator} reached no control")
        raise AssertionError(f"It is never there long enough to be pressed: {locator}")

    # The device beside the phone
    def control(self, name):
        """A control of the device column, with the groups around it unfolded."""
        locator = self.page.locator(f'[data-device="{name}"]')
        locator.wait_for(state="attached")
        folded = locator.locator("xpath=ancestor::details[not(@open)][not(ancestor::details[not(@open)])]/summary")
        # At once, as each row that is taken draws the column anew. A group's own summary is to be seen without.
        unfold = "(summaries, name) => summaries.map(summary => summary.dataset.device !== name && summary.click()).some(done => done !== false)"
        while folded.evaluate_all(unfold, name):
            pass
        return locator

    def device(self, name):
        """Operates the device and waits until the program has done it, and the page shows it where it shows at once."""
        if name.startswith("face-"):
            # The column may still show the scan before.
            self.page.locator('#glass .face-id[data-state="scanning"]').wait_for()
        control = self.control(name)
        expect(control).to_be_enabled()
        action = control.get_attribute("data-action")
        if action is None:
            return self.press(control)
        with self.page.expect_response(lambda response: response.url.endswith("/device") and response.request.post_data_json == {"action": action}):
            if self.uses_mouse:
                self.press(control)
            else:
                self.press_by_script(name)
        if name in LEAVES:
            expect(self.page.locator("#glass [data-screen]")).to_have_count(0)
            expect(self.page.locator('[data-device="lock-device"]')).to_be_disabled()
        elif name in ("launch", "foreground"):
            expect(self.page.locator(f'[data-device="{name}"]')).to_be_disabled()
        elif name == "rooted":
            expect(self.page.locator('[data-device="rooted"]')).not_to_have_attribute("data-action", action)

    def press_by_script(self, name):
        """Presses a control of the device column, whichever of its drawings is there."""
        press = """name => {
            const control = document.querySelector(`[data-device="${name}"]`);
            return control && !control.disabled && control.click() === undefined; }"""
        self.page.wait_for_function(press, arg=name)

    def launch(self):
        self.device("launch")

    def kill(self):
        self.device("kill")

    # The glass
    def glass(self, screen, row=None):
        """A screen on top of the glass; what lies below something else can be seen, and is not there for the person."""
        return self.page.locator(f'#glass [data-screen="{screen}"]:not([inert])' + (f'[data-row="{row}"]' if row else ""))

    def live(self, screen):
        """A screen that takes what the person does."""
        return self.page.locator(f'#glass [data-screen="{screen}"]:not([inert])[aria-busy="false"]')

    def sees(self, screen, row=None, text=None):
        """Waits until a screen is on top, and a text on it."""
        locator = self.glass(screen, row)
        locator.wait_for(state="visible")
        if text:
            locator.get_by_text(text).first.wait_for(state="visible")
        return locator

    def takes(self, screen, row, is_heard=True):
        """Presses the control that takes a row, and waits until the program knows, unless the page itself has something to say first."""
        self.answers(self.live(screen).locator(f'button[data-row="{row}"]'), is_heard)

    def answers(self, button, is_heard=True):
        """Presses a control of a screen and waits until the program knows. A control that was redrawn at that moment is pressed again, and counted."""
        if not is_heard:
            return self.press(button)
        for _ in range(3):
            with self.page.expect_response(is_answer) as answer:
                self.press(button)
            self.page.wait_for_function(f"() => ({IS_HEARD})(window.pressed)")
            if answer.value.status != CONFLICT:
                return
            self.page.repeated.append(f"the program refused a press of {button}: its screen was redrawn")
        raise AssertionError(f"it is drawn anew again and again: {button}")

    def enters(self, screen, digits, keyboard=None, is_heard=True):
        """Enters digits, each of which is seen to be in; six of them are sent, and the program knows then."""
        pad = self.live(screen).locator('.pin:not([data-state="busy"])')
        pad.wait_for(state="visible")
        # Keys belong to a column that has the focus.
        self.page.evaluate("() => { const focused = document.activeElement; if (focused?.closest('#device, #design')) focused.blur(); }")
        drawn = pad.element_handle()

        def enter(digit):
            if self.types if keyboard is None else keyboard:
                self.page.keyboard.press(digit)
            else:
                self.press(pad.locator(".key", has_text=digit))

        for number, digit in enumerate(digits[:len(PIN) - 1], 1):
            enter(digit)
            expect(pad.locator(".dot.filled")).to_have_count(number)
        if len(digits) < len(PIN):
            return
        if not is_heard:
            return enter(digits[-1])
        with self.page.expect_response(is_answer) as answer:
            enter(digits[-1])
        # What draws the screen anew forgets the digits; a test knows what that may be, and waits for it before.
        assert answer.value.status != CONFLICT, "the screen was drawn anew while digits were entered"
        self.page.wait_for_function(IS_HEARD, arg=drawn)

    def reads(self, selector, pattern):
        """Waits until the text of what a selector finds first matches a pattern; returns the match."""
        read = """([selector, pattern]) => { const text = document.querySelector(selector)?.innerText;
            return new RegExp(pattern).test(text ?? '') && text; }"""
        text = self.page.wait_for_function(read, arg=[selector, pattern], polling=50).json_value()
        return re.search(pattern, text)

    def text(self, selector):
        """The text of what a selector finds first, at one moment; empty while there is nothing."""
        return self.page.evaluate("selector => document.querySelector(selector)?.innerText ?? ''", selector)

    def focuses(self, selector):
        """Waits until what a selector finds has the focus."""
        expect(self.page.locator(selector)).to_be_focused()

    def holds(self, selector, look):
        """Waits until a function says true of what a selector finds first."""
        self.until(f"selector => ({look})(document.querySelector(selector))", selector)

    def eventually(self, condition):
        """Waits until something in this process is so, and lets the browser's events come in meanwhile."""
        end = time.monotonic() + PATIENCE / 1000
        while not condition():
            assert time.monotonic() < end, "it never came"
            self.page.wait_for_timeout(50)

    def rests(self):
        """Waits until nothing was drawn for a while, for what looks at all of the page and takes its time."""
        self.page.evaluate("""() => new Promise(done => {
            const rest = () => { observer.disconnect(); done(); };
            let timer = setTimeout(rest, 700);
            const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(rest, 700); });
            for (const id of ['glass', 'device', 'design']) observer.observe(document.getElementById(id), { childList: true });
        })""")

    def until(self, look, argument=None):
        """Waits until a function of the page's, which throws where something is not there yet, says true."""
        self.page.wait_for_function(
            f"async argument => {{ try {{ return await ({look})(argument); }} catch {{ return false; }} }}", arg=argument, polling=50)

    def photo(self, name):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        # What comes in is where it stays.
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", animations="disabled")

    def photos(self):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        return SCREENSHOTS

    def rows(self):
        """The rows taken since start, by the demo's own address."""
        return [entry["row"] for entry in self.page.evaluate("fetch('/trace').then(answer => answer.json())")]

    def rows_of_flows(self):
        """The rows without those of the policy, for which the app asks when it likes."""
        return [row for row in self.rows() if not row.startswith("PF1.4")]

    def took(self, row, times=1):
        """Waits until a row was taken so many times since start."""
        try:
            self.until("async ([row, times]) => (await (await fetch('/trace')).json()).filter(taken => taken.row === row).length >= times",
                       [row, times])
        except TimeoutError as error:
            raise AssertionError(f"{row} was not taken {times} times: {self.rows()}") from error

    def took_all(self, rows):
        """Waits until each of the rows was taken since start."""
        for row in rows:
            self.took(row)

    def took_last(self, *rows, of=""):
        """Waits until these rows were taken last of those that begin so; the policy's do not count, as the app asks for it when it likes."""
        last = """async ([rows, of]) => (await (await fetch('/trace')).json()).map(taken => taken.row)
            .filter(row => row.startsWith(of) && !row.startsWith('PF1.4')).slice(-rows.length).join() === rows.join()"""
        try:
            self.until(last, [list(rows), of])
        except TimeoutError as error:
            raise AssertionError(f"not the last rows: {self.rows()}") from error

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
        login = self.login()
        (login.locator("button", has_text=person) if person else login.locator("button.primary")).first.click()

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
