# SPDX-License-Identifier: EUPL-1.2
"""A person's actions on the phone, in the words of the design: screens by their type, controls by their row."""
import re
import time

from conftest import PATIENCE, SCREENSHOTS
from playwright.sync_api import TimeoutError, expect

PIN = "749205"
WRONG = "620943"

# Records the last press. A control redrawn between mouse down and mouse up was not pressed.
NOTE_PRESSES = """
() => {
    if (!('pressed' in window)) {
        document.addEventListener('click', event => { window.pressed = event.target.closest?.('button, summary, input') ?? null; }, true);
    }
    window.pressed = null; }
"""
# True if the program has received the press: it has redrawn the screen, or the screen takes no more answers.
IS_HEARD = "button => !button.isConnected || button.closest('[data-screen]')?.ariaBusy === 'true'"
CONFLICT = 409
# Actions that take the app off the glass.
LEAVES = {"kill", "background", "lock-device", "destroy-ui", "install-next", "install-released", "reinstall-app", "restore-backup", "restore-copy"}


# Records whether a press at the frame of the phone's or the laptop's browser reached the page around it instead.
NOTE_MISSES = """
() => {
    if (!('missed' in window)) {
        document.addEventListener('pointerdown', event => { window.missed = event.target.closest?.('#browser iframe, #laptop iframe') != null; }, true);
    }
    window.missed = false; }"""


def is_answer(response):
    return response.url.endswith("/answer")


class Phone:
    def __init__(self, page, program, kind="iphone"):
        self.page = page
        # The number of repeated clicks, also where a script without the fixture opened the page.
        self.page.repeated = getattr(page, "repeated", [])
        self.program = program
        self.kind = kind
        # Digits are typed on the keyboard, which is faster; tests of the keypad override this.
        self.types = True
        # The device column is operated by script, which is faster and does not move the focus; tests of the column use the mouse.
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
        """Returns a control of the device column, with its groups unfolded."""
        locator = self.page.locator(f'[data-device="{name}"]')
        locator.wait_for(state="attached")
        folded = locator.locator("xpath=ancestor::details[not(@open)][not(ancestor::details[not(@open)])]/summary")
        # In one step, because each row taken redraws the column. A group's own summary is visible without unfolding it.
        unfold = "(summaries, name) => summaries.map(summary => summary.dataset.device !== name && summary.click()).some(done => done !== false)"
        while folded.evaluate_all(unfold, name):
            pass
        return locator

    def device(self, name):
        """Operates the device and waits until the program has done it and the page shows an immediate effect."""
        if name in ("face-match", "face-no-match"):
            # The column may still show the previous scan.
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
        """Presses a control of the device column, even if it is being redrawn."""
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
        """Returns the screen on top of the glass; covered screens are visible but not usable."""
        return self.page.locator(f'#glass [data-screen="{screen}"]:not([inert])' + (f'[data-row="{row}"]' if row else ""))

    def live(self, screen):
        """Returns a screen that takes answers."""
        return self.page.locator(f'#glass [data-screen="{screen}"]:not([inert])[aria-busy="false"]')

    def sees(self, screen, row=None, text=None):
        """Waits until a screen is on top, and a text on it."""
        locator = self.glass(screen, row)
        locator.wait_for(state="visible")
        if text:
            locator.get_by_text(text).first.wait_for(state="visible")
        return locator

    def takes(self, screen, row, is_heard=True):
        """Presses the control of a row, and waits until the program has received it, unless the page itself reacts first."""
        self.answers(self.live(screen).locator(f'button[data-row="{row}"]'), is_heard)

    def answers(self, button, is_heard=True):
        """Presses a control of a screen and waits until the program has received it. A control redrawn at that moment is pressed again, and counted."""
        if not is_heard:
            return self.press(button)
        for _ in range(3):
            with self.page.expect_response(is_answer) as answer:
                self.press(button)
            self.page.wait_for_function(f"() => ({IS_HEARD})(window.pressed)")
            if answer.value.status != CONFLICT:
                return
            self.page.repeated.append(f"the program refused a press of {button}: its screen was redrawn")
        raise AssertionError(f"it is redrawn again and again: {button}")

    def enters(self, screen, digits, keyboard=None, is_heard=True):
        """Enters digits and checks the display of each; six digits are sent, and the program receives them."""
        pad = self.live(screen).locator('.pin:not([data-state="busy"])')
        pad.wait_for(state="visible")
        # A focused column would receive the keys.
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
        # A redraw of the screen clears the digits; a test that expects one waits for it before.
        assert answer.value.status != CONFLICT, "the screen was redrawn while digits were entered"
        self.page.wait_for_function(IS_HEARD, arg=drawn)

    def reads(self, selector, pattern):
        """Waits until the text of the first match of a selector matches a pattern; returns the match."""
        read = """([selector, pattern]) => { const text = document.querySelector(selector)?.innerText;
            return new RegExp(pattern).test(text ?? '') && text; }"""
        text = self.page.wait_for_function(read, arg=[selector, pattern], polling=50).json_value()
        return re.search(pattern, text)

    def text(self, selector):
        """Returns the present text of the first match of a selector; empty without a match."""
        return self.page.evaluate("selector => document.querySelector(selector)?.innerText ?? ''", selector)

    def focuses(self, selector):
        """Waits until the first match of a selector has the focus."""
        expect(self.page.locator(selector)).to_be_focused()

    def holds(self, selector, look):
        """Waits until a function returns true for the first match of a selector."""
        self.until(f"selector => ({look})(document.querySelector(selector))", selector)

    def eventually(self, condition):
        """Waits until a condition of this process holds, while processing the browser's events."""
        end = time.monotonic() + PATIENCE / 1000
        while not condition():
            assert time.monotonic() < end, "it never came"
            self.page.wait_for_timeout(50)

    def rests(self):
        """Waits until nothing was redrawn for a while, before a slow inspection of the whole page."""
        self.page.evaluate("""() => new Promise(done => {
            const rest = () => { observer.disconnect(); done(); };
            let timer = setTimeout(rest, 700);
            const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(rest, 700); });
            for (const id of ['glass', 'device', 'design']) observer.observe(document.getElementById(id), { childList: true });
        })""")

    def until(self, look, argument=None):
        """Waits until a function of the page returns true; an exception counts as false.

        Playwright's `wait_for_function` is not used: it takes the promise of an asynchronous function for true.
        """
        judged = f"async argument => {{ try {{ return Boolean(await ({look})(argument)); }} catch {{ return false; }} }}"
        end = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(judged, argument):
            if time.monotonic() > end:
                raise TimeoutError(f"it did not become true: {look}")
            self.page.wait_for_timeout(50)

    def photo(self, name):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        if self.kind == "android":
            name = f"android-{name}"
        # Animations end at their final state.
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", animations="disabled")

    def photos(self):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        return SCREENSHOTS

    def rows(self):
        """Returns the rows taken since start, from the demo's address."""
        return [entry["row"] for entry in self.page.evaluate("fetch('/trace').then(answer => answer.json())")]

    def rows_of_flows(self):
        """Returns the rows without the policy's, which the app requests at any time."""
        return [row for row in self.rows() if not row.startswith("PF1.4")]

    def took(self, row, times=1):
        """Waits until a row was taken that many times since start."""
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
        """Waits until these rows were the last taken with this prefix, ignoring the policy's, which the app requests at any time."""
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
        self.takes("AddCardsViaLogin", "1.1a")
        return self.login()

    def login(self):
        """Returns the page in the phone's browser, with the people to log in as."""
        login = self.page.frame_locator("#browser iframe")
        login.locator("button.primary").first.wait_for()
        return login

    def logs_in(self, person=None):
        """Logs in as the first person, or as the one whose button has this text."""
        login = self.login()
        self.taps((login.locator("button", has_text=person) if person else login.locator("button.primary")).first)

    def taps(self, locator):
        """Clicks in the page of the phone's or the laptop's browser.

        Chromium runs the frame in a process of its own, and gives clicks at the frame to the page around it until its compositor has received
        the frame's first picture. No script of the page can tell when that is, so a click that the page around the frame received is repeated.
        """
        for _ in range(20):
            self.page.evaluate(NOTE_MISSES)
            locator.click()
            if not self.page.evaluate("() => window.missed"):
                return
        raise AssertionError(f"no click reaches the browser: {locator}")

    def obtains_pid(self, person=None):
        """From the offer of the first card to the dashboard with the identity cards."""
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
        """From the first start to the last built screen."""
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
        self.sees("AddCardsViaLogin")

    def confirms_deletion_code(self):
        """Confirms that the code is written down, and types the group asked for."""
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
