// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension TestCase {
    /// Unlocking and locking the wallet.
    static let unlocking: [TestCase] = [
        TestCase(
            37, "Right PIN", given: .wallet, do: "Kill, launch, enter the PIN.", expect: "The wallet opens.",
            rows: ["PF2.8/1.1a", "UC2.3/1.4a"]),
        TestCase(
            38, "Right face or finger", given: .biometrics, do: "Kill, launch, let the sensor match.",
            expect: "The wallet opens without a PIN.",
            rows: ["UC2.3/1.2a"]),
        TestCase(
            39, "Wrong face or finger", given: .biometrics,
            do:
                "Kill, launch. iPhone: does not match, Try again, does not match, Use PIN. Android: does not match, five times; Close, OK.",
            expect: "The phone's own messages in its prompt, then the PIN pad.", rows: ["UC2.3/1.2b", "UC2.3/1.2c", "UC2.3/3.1a"],
            android: ["UC2.3/1.2d", "UC2.3/1.2e", "UC2.3/5.1a"]),
        TestCase(
            53, "Locked", given: .card, do: "Menu, Lock.", expect: "The wallet is locked.", rows: ["UC9.1/1.1i", "UC9.7/2.1"]),
        TestCase(
            54, "Idle", given: .open, do: "Touch nothing in the app. Time: +1 min, five times.",
            expect: "The question whether you are still there; unanswered the wallet locks.", rows: ["UC9.7/1.2", "UC9.7/1.2c"]),
        TestCase(
            55, "Long in the background", given: .open, do: "Send to background, time +5 min, bring back.", expect: "The wallet is locked.",
            rows: ["UC9.7/1.1e", "UC1.2/3.2b"]),
        TestCase(
            56, "Idle, Lock now", given: .open, do: "Time: +1 min, four times. Answer the question with Lock now.",
            expect: "The wallet is locked at once.", rows: ["UC9.7/1.2", "UC9.7/1.2b"]),
        TestCase(
            57, "Idle, go on", given: .open, do: "Time: +1 min, four times. Answer that you are there.",
            expect: "The same screen as before.", rows: ["UC9.7/1.2", "UC9.7/1.2a"]),
        TestCase(
            60, "Biometrics switched off", given: .cardAndBiometrics, do: "Menu, Settings, biometrics: switch off. Kill, launch.",
            expect: "The PIN pad without a scan.", rows: ["UC2.2/1.1b", "UC2.3/1.1b"]),
        TestCase(
            61, "Biometrics switched on", given: .card,
            do: "Menu, Settings, biometrics: switch on, match, enter the PIN. Kill, launch, match.",
            expect: "Sensor, PIN, then it opens with the sensor.", rows: ["UC2.2/1.1a", "UC2.2/1.2a", "UC2.2/1.3a", "UC2.3/1.2a"]),
    ]
}
