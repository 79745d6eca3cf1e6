// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp

/// One of the design's logical test cases, as a tester walks it.
struct TestCase: Sendable, Hashable {
    /// Its number: LTC43 has 43.
    let number: Int
    /// What it is about, in a few words.
    let title: String
    /// What must be there before it begins.
    let given: Given
    /// What the switches are set to; everything that is not named is as on a phone that works.
    let switches: [DeviceAction]
    /// What the tester does then.
    let steps: String
    /// What happens when all is well.
    let expectation: String
    private let rows: [Row]
    /// The same on an Android phone where that differs.
    private let androidRows: [Row]?

    /// The number as the design writes it.
    var name: String { "LTC\(number)" }

    /// What must be there before a case begins.
    enum Given: String, Sendable, Hashable {
        case newPhone = "No wallet yet: a new phone, or all data removed."
        case wallet = "A wallet with a PIN."
        case biometrics = "A wallet that opens with face or finger."
        case open = "A wallet that is open."
        case withoutCard = "A wallet with a PIN and without a card."
        case card = "A wallet that is open and holds a card."
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

    /// The rows that are taken on a phone of a kind when all is well; the case has passed when all of them were.
    func rows(on kind: PhoneKind) -> [Row] {
        switch kind {
        case .iPhone: rows
        case .android: androidRows ?? rows
        }
    }

    /// Everything that is set when it begins, in order. Nothing else is done: the tester walks.
    var settings: [DeviceAction] {
        let usual: [DeviceAction] = [
            .network(.online), .rooted(false), .attestation(.genuine), .biometrics(.enrolled), .passcode, .clockRight,
            .install(isNext: false), .world(.policy(.ok)),
        ]
        return usual.filter { usual in !switches.contains { $0.replaces(usual) } } + switches
    }

    /// All cases whose flows exist, by their numbers.
    static let all = (start + unlocking + pins + settings + ends + links + cards).sorted { $0.number < $1.number }

    private static let byNumber = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }

    /// The case with a number; nil when there is none.
    static func numbered(_ number: Int) -> TestCase? { byNumber[number] }
}

extension DeviceAction {
    /// Whether it sets what another one sets.
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
