# SPDX-License-Identifier: EUPL-1.2
"""The durations of the rows with a time budget in the design: p50 and p99 beside the budget, from the running program's trace.

usage: row_durations.py [WALLETS]   with the program in WALLET_PROGRAM; 20 wallets unless another number is given, one after the other on phones that
are thrown away. It measures and prints; it judges nothing. A duration is the time from the step's row to the branch of it that is taken next. The phone is simulated and all servers are on this computer,
so what is measured is our own work, not a network.
"""
import datetime
import pathlib
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

from conftest import PROGRAM, Program
from phone import PIN, Phone
from sharing import PORTAL, SHOP, approves, approves_login, asks_across, asks_here, back_at_the_dashboard, leaves_for

# Seconds, from ../shared/functional-design/rows.tsv and rows-next.tsv.
BUDGETS = {
    "PF1.4/1.1": 1.5, "PF2.7/1.2": 0.1, "PF2.7/1.3": 0.1, "PF2.9/1.2": 0.1, "PF2.9/1.4": 0.1, "PF2.9/1.5": 1.0, "UC2.1/1.2": 0.1,
    "UC2.3/1.1": 0.1, "UC2.3/1.5": 0.1, "UC3.1/1.3": 1.5, "UC3.1/1.6": 1.5, "UC5.1/1.1": 1.0, "UC5.1/1.7": 1.5, "UC5.2/1.1": 1.0,
    "UC5.2/1.5": 0.1, "UC5.2/1.8": 1.5, "UC9.9/1.5": 0.1,
}
WALLETS = 20
LINK = "https://app.wallet.example/wallet/offer?credential_offer_uri=https%3A%2F%2Fissuer.example%2F1"


def walk(phone):
    """A wallet's first day: setup, a card, an unlock with a pending link, then sharing and logging in, on the phone and from the laptop."""
    phone.registers()
    phone.obtains_pid()
    phone.kill()
    phone.launch()
    phone.sees("OpenWithPIN")
    command = [str(PROGRAM), "--patient", "--state", str(phone.program.state), "--link", LINK]
    subprocess.run(command, capture_output=True, timeout=240, check=True)
    phone.sees("OpenWithPIN", text="to add a card")
    phone.enters("OpenWithPIN", PIN)
    phone.takes("NotBuiltYet", "not-built.back")
    phone.sees("Dashboard")
    shares(phone)


def shares(phone):
    """Sharing with the shop and a login at the portal, each on the phone and from the laptop; from the dashboard to the dashboard."""
    asks_here(phone, SHOP)
    approves(phone)
    leaves_for(phone, "DataShared", "1.6e")
    phone.device("foreground")
    phone.sees("Dashboard")
    asks_here(phone, PORTAL)
    approves_login(phone)
    leaves_for(phone, "LoggedIn", "1.7d")
    phone.device("foreground")
    phone.sees("Dashboard")
    asks_across(phone, SHOP)
    phone.takes("WebsiteCheck", "1.2a")
    approves(phone)
    back_at_the_dashboard(phone, "DataShared", "1.6a")
    asks_across(phone, PORTAL)
    phone.takes("WebsiteCheck", "1.2a")
    approves_login(phone)
    back_at_the_dashboard(phone, "LoggedIn", "1.6a")


def durations(entries):
    """By row: the seconds from a step to its branch."""
    open_steps, found = {}, {}
    for entry in entries:
        row, time = entry["row"], datetime.datetime.fromisoformat(entry["time"].replace("Z", "+00:00"))
        if row in BUDGETS:
            open_steps[row] = time
        elif row[:-1] in open_steps and row[-1].isalpha():
            found.setdefault(row[:-1], []).append((time - open_steps.pop(row[:-1])).total_seconds())
    return found


def measure(wallets):
    times = {row: [] for row in BUDGETS}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with tempfile.TemporaryDirectory() as directory:
            program = Program(pathlib.Path(directory) / "state", patient=False)
            # No motion, since the script would wait for it.
            page = browser.new_page(viewport={"width": 1440, "height": 960}, locale="en-GB", reduced_motion="reduce")
            page.set_default_timeout(30_000)
            page.goto(program.start("--fresh"))
            phone = Phone(page, program)
            phone.types = True
            seen = ""
            for number in range(wallets):
                if number > 0:
                    phone.device("new-phone-iphone")
                    page.locator(".home-screen").wait_for()
                walk(phone)
                entries = [entry for entry in page.evaluate("fetch('/trace').then(answer => answer.json())") if entry["time"] > seen]
                for row, found in durations(entries).items():
                    times[row] += found
                seen = entries[-1]["time"]
            page.close()
            program.stop()
        browser.close()
    return times


def report(times):
    print(f"{'row':<12}{'times':>7}{'p50 ms':>10}{'p99 ms':>10}{'budget ms':>11}{'p99 of budget':>15}")
    for row, budget in BUDGETS.items():
        found = sorted(times[row])
        if not found:
            print(f"{row:<12}{0:>7}")
            continue
        p50, p99 = found[len(found) // 2], found[min(len(found) - 1, int(len(found) * 0.99))]
        print(f"{row:<12}{len(found):>7}{p50 * 1000:>10.0f}{p99 * 1000:>10.0f}{budget * 1000:>11.0f}{p99 / budget:>14.0%}")


if __name__ == "__main__":
    report(measure(int(sys.argv[1]) if len(sys.argv) > 1 else WALLETS))
