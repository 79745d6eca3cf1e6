// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp

/// One of the design's logical test cases, as a tester performs it.
struct TestCase: Sendable, Hashable {
    /// The number: 43 for LTC43.
    let number: Int
    let title: String
    let given: Given
    /// The settings for the case; all other settings are as on a working phone.
    let switches: [DeviceAction]
    /// The tester's steps.
    let steps: String
    /// The expected result.
    let expectation: String
    private let rows: [Row]
    /// The rows on an Android phone, where they differ.
    private let androidRows: [Row]?

    /// The number in the design's notation.
    var name: String { "LTC\(number)" }

    /// The precondition of a case.
    enum Given: String, Sendable, Hashable {
        case newPhone = "No wallet yet: a new phone, or all data removed."
        case wallet = "A wallet with a PIN."
        case biometrics = "A wallet that opens with face or finger."
        case open = "A wallet that is open."
        case withoutCard = "A wallet with a PIN and without a card."
        case card = "A wallet that is open and holds a card."
        case otherCard =
            """
            A wallet that is open and holds a card beside the identity card. No issuer here gives one: while the program is stopped, \
            store-card adds it (Tests/Harnesses).
            """
        case cardAndBiometrics = "A wallet with a card that opens with face or finger."
        case anything = "Anything."
    }

    init(
        _ number: Int, _ title: String, given: Given, _ switches: [DeviceAction] = [], do steps: String, expect expectation: String,
        rows: [Row], android androidRows: [Row]? = nil
    ) {
        self.number = number
        self.title = title
        self.given = given
        self.switches = switches
        self.steps = steps
        self.expectation = expectation
        self.rows = rows
        self.androidRows = androidRows
    }

    /// Returns the rows that a correct walk takes on a kind of phone. The case passes when all these rows were taken.
    func rows(on kind: PhoneKind) -> [Row] {
        switch kind {
        case .iPhone: rows
        case .android: androidRows ?? rows
        }
    }

    /// All settings made at the beginning, in order. The tester does the rest.
    var settings: [DeviceAction] {
        let usual: [DeviceAction] = [
            .network(.online), .rooted(false), .attestation(.genuine), .biometrics(.enrolled), .passcode, .clockRight,
            .install(isNext: false), .world(.policy(.ok)),
        ]
        return usual.filter { usual in !switches.contains { $0.replaces(usual) } } + switches
    }

    /// All cases whose flows exist, by number.
    static let all = (start + unlocking + pins + settings + ends + links + cards + sites + activities).sorted { $0.number < $1.number }

    private static let byNumber = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }

    /// Returns the case with a number; nil for an unknown number.
    static func numbered(_ number: Int) -> TestCase? { byNumber[number] }
}

extension DeviceAction {
    /// Returns true if both actions change the same setting, so that this action overrides the earlier one.
    fileprivate func replaces(_ other: DeviceAction) -> Bool {
        switch (self, other) {
        case (.network, .network), (.rooted, .rooted), (.attestation, .attestation), (.biometrics, .biometrics),
            (.world(.policy), .world(.policy)):
            true
        case (.turnClock, .clockRight): false
        default: self == other
        }
    }
}
