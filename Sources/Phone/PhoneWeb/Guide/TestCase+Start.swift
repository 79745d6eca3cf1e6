// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp

extension TestCase {
    /// The app's start and the setup of a first wallet.
    static let start: [TestCase] = [
        TestCase(
            12, "Introduction walked through", given: .newPhone, do: "Launch. Press Next four times.",
            expect: "Three pictures, the privacy screen, then the choice of a PIN.",
            rows: ["UC1.1/1.1a", "UC1.1/1.2b", "UC1.1/1.3b", "UC1.1/1.4b", "PF2.9/1.1"]),
        TestCase(
            13, "Introduction skipped", given: .newPhone, do: "Launch. Press Skip.", expect: "The privacy screen at once.",
            rows: ["UC1.1/1.1b", "UC1.1/1.4"]),
        TestCase(
            32, "Launch with a wallet", given: .wallet, do: "Kill, launch, enter the PIN.",
            expect: "The mark for a second, the PIN, then what is behind it.", rows: ["UC1.2/2.1a", "UC1.2/2.4a", "UC2.3/1.4a"]),
        TestCase(
            34, "Launch without a wallet", given: .newPhone, do: "Kill, launch.", expect: "The mark for a second, then the introduction.",
            rows: ["UC1.2/2.1a", "UC1.2/2.4b", "UC1.1/1.1"]),
        TestCase(
            51, "PIN chosen", given: .newPhone, do: "Launch, go on to the PIN, enter 749205 twice.",
            expect: "The PIN is set up with the provider; the sensor is offered.", rows: ["PF2.9/1.4a", "PF2.9/1.5a", "UC2.1/1.2a"]),
        TestCase(
            52, "Device refused", given: .newPhone, [.attestation(.foreign)], do: "Launch, go on to the PIN, enter 749205 twice.",
            expect: "This device is not supported. Set Attestation to Genuine and check again: it goes on.", rows: ["PF2.9/1.5b"]),
        TestCase(
            58, "Biometrics skipped", given: .newPhone, do: "Set a PIN, press Skip where the sensor is offered. Kill, launch.",
            expect: "The PIN pad without a scan; the PIN works.", rows: ["UC2.1/1.3b", "UC2.3/1.1b", "UC2.3/1.4a"]),
        TestCase(
            59, "Nobody enrolled", given: .newPhone, [.biometrics(.notEnrolled)],
            do: "Set a PIN. Later: menu, Settings, unlock with biometrics.",
            expect: "No sensor is offered after the PIN; in the settings you are told to enrol first.", rows: ["UC2.1/1.2b"]),
        TestCase(
            70, "Deletion code", given: .newPhone, do: "Set a PIN, go on, and type the group of the code that is asked for.",
            expect: "The deletion code. There is no way on but to write it down: a group of it has to be typed.",
            rows: ["UC2.1/1.5a", "UC2.1/1.6a", "code/2a"]),
    ]
}
