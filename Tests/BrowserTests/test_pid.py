# SPDX-License-Identifier: EUPL-1.2
"""UC3.1, UC7.1, UC7.2 and UC2.3.2 with the real issuer: a login with DigiD in the phone's browser, a card on the dashboard, a new PIN."""
from phone import PIN


def test_x(phone):
    phone.registers()
    phone.takes("AddCardsViaDigiD", "1.1a")
    login = phone.page.frame_locator("#browser iframe")
    login.locator("button.primary").first.wait_for()
    phone.photo("pid-login")
    print(login.locator("body").inner_text())
    login.locator("button.primary").first.click()
    phone.page.wait_for_timeout(6000)
    phone.photo("pid-after")
    print(phone.page.locator("#glass").inner_text()[:3000], phone.rows()[-8:])
    print(phone.page.locator("#glass button").evaluate_all("e => e.map(x => x.dataset.row + ' ' + x.innerText)"))
    phone.takes("VerifyYourData", "1.4a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.page.wait_for_timeout(5000)
    phone.photo("pid-ready")
    print(phone.page.locator("#glass").inner_text()[:3000], phone.rows()[-8:])
    print(phone.page.locator("#glass button").evaluate_all("e => e.map(x => x.dataset.row + ' ' + x.innerText)"))
