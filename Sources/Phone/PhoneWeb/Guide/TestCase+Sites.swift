// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension TestCase {
    /// Sharing with web sites, and logging in at them.
    static let sites: [TestCase] = [
        TestCase(
            15, "Shared on this phone", given: .card, usual,
            do: "Web sites: the wine shop, on the phone. Follow it into the app: Share, the PIN. Go to website.",
            expect: "Exactly what was approved is shared, and the shop shows that you are old enough.",
            rows: ["UC5.1/1.1b", "UC5.1/1.4a", "UC5.1/1.5a", "UC5.1/1.7a", "UC5.1/1.6b"]),
        TestCase(
            16, "Shared from another screen", given: .card, usual,
            do:
                """
                Web sites: the wine shop, on the laptop, and its button. Hold the phone before it. Share or log in, Scan: compare the address, \
                Yes; Share, the PIN. To my overview.
                """,
            expect: "The app shows the laptop's address. After the PIN the laptop shows the result, and the phone the overview.",
            rows: ["UC9.9/1.4a", "UC5.1/1.1a", "UC5.1/1.2a", "UC5.1/1.7a", "UC5.1/1.6a"]),
        TestCase(
            17, "Sharing stopped", given: .card, usual,
            do: "Web sites: the wine shop, on the phone. Follow it into the app: Stop, Yes, stop. Close.",
            expect: "Nothing was shared. The shop, opened again, only knows that it gets no data.",
            rows: ["UC5.1/1.4f", "UC5.1/2.1a", "UC5.1/2.2a"]),
        TestCase(
            18, "Logged in on this phone", given: .card, usual,
            do: "Web sites: the pension portal, on the phone. Follow it into the app: Log in, the PIN. Go to website.",
            expect: "The portal shows you as logged in.",
            rows: ["UC5.2/1.1b", "UC5.2/1.3a", "UC5.2/1.4a", "UC5.2/1.8a", "UC5.2/1.7a"]),
        TestCase(
            19, "Logged in on another screen", given: .card, usual,
            do: "As LTC16, with the pension portal: compare the address, Yes; Log in, the PIN. To my overview.",
            expect: "The laptop shows you as logged in, and the phone the overview.",
            rows: ["UC5.2/1.1a", "UC5.2/1.2a", "UC5.2/1.8a", "UC5.2/1.6a"]),
        TestCase(
            20, "Sharing fails", given: .card, usual,
            do:
                """
                Web sites: the wine shop, on the phone. Follow it into the app. Organizations: Vanish. Share, the PIN. Organizations: Lose the \
                answer. Try again. Organizations: As they should. Try again.
                """,
            expect: "First nothing was sent, then it may have arrived. The third time the shop has it, with the same approval.",
            rows: ["UC5.1/1.7c", "error/ServerUnreachable.retry", "UC5.1/1.7g", "UC5.1/14.1a", "UC5.1/1.7a"]),
    ]

    /// The organizations do as they should.
    private static let usual: [DeviceAction] = [.world(.verifier(.none))]
}
