// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone

/// The texts of the device column that differ per kind of phone.
struct SensorWords: Sendable {
    /// The sensor's name.
    let sensor: String
    /// The label of the button for a matching scan.
    let matches: String
    /// The help text for scans.
    let scanHelp: String
    /// The rows that scans lead to.
    let scanRows: [String]
    /// The label of the button that changes the enrolment.
    let enrolAnother: String
    /// The help text for enrolment.
    let enrolmentHelp: String
    /// The rows that enrolment leads to.
    let enrolmentRows = ["UC2.1/1.2a", "UC2.1/1.2b", "UC2.3/1.2g"]
    /// The help text for locking and unlocking the sensor.
    let lockedHelp: String
    /// The rows that a locked sensor leads to.
    let lockedRows: [String]

    init(_ kind: PhoneKind) {
        switch kind {
        case .iPhone:
            sensor = "Face ID"
            matches = "Face matches"
            scanHelp = "While the phone scans: the owner looks, somebody else looks, or nobody."
            scanRows = ["UC2.1/1.4a", "UC2.3/1.2a", "UC2.3/1.2b", "UC2.3/1.2c", "UC2.3/1.2f"]
            enrolAnother = "Enrol another face"
            enrolmentHelp = "Who can open the phone. Another face switches the app's scan off until the PIN."
            lockedHelp = "Five wrong faces lock the sensor. The phone's passcode opens it."
            lockedRows = ["UC2.3/1.2g"]
        case .android:
            sensor = "Fingerprint"
            matches = "Finger matches"
            scanHelp = "While the phone scans: the owner touches it, somebody else does, or nobody."
            scanRows = ["UC2.1/1.4a", "UC2.3/1.2a", "UC2.3/1.2d", "UC2.3/1.2e", "UC2.3/1.2f"]
            enrolAnother = "Enrol another finger"
            enrolmentHelp = "Who can open the phone. Another finger switches the app's scan off until the PIN."
            lockedHelp = "Five wrong fingers lock the sensor. The phone's passcode opens it."
            lockedRows = ["UC2.3/1.2e", "UC2.3/1.2g"]
        }
    }

    /// Describes what deleting the app leaves behind.
    static func reinstallationHelp(_ kind: PhoneKind) -> String {
        switch kind {
        case .iPhone: "iOS deletes the app's files and keeps its keys in the keychain. The next launch removes those keys."
        case .android: "Android deletes the app's files and its keys."
        }
    }

    /// Returns the rows that a rooted phone leads to. A rooted Android phone has an unlocked boot loader, which the provider detects too.
    static func rootedRows(_ kind: PhoneKind) -> [String] {
        switch kind {
        case .iPhone: ["UC1.2/2.2b"]
        case .android: ["UC1.2/2.2b", "PF2.9/1.5b"]
        }
    }
}

extension PhoneKind {
    /// The kind's name on the page.
    var name: String {
        switch self {
        case .iPhone: "iPhone"
        case .android: "Android phone"
        }
    }

    /// The opposite kind.
    var other: PhoneKind {
        switch self {
        case .iPhone: .android
        case .android: .iPhone
        }
    }
}
