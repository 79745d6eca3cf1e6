// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone

/// What the device column says of a kind of phone where the kinds differ.
struct SensorWords: Sendable {
    /// The sensor's name.
    let sensor: String
    /// The button that lets the right person touch or face it.
    let matches: String
    /// The rows that scans lead to.
    let scanHelp: String
    /// The button that changes who is enrolled.
    let enrolAnother: String
    /// The rows that enrolment leads to.
    let enrolmentHelp: String
    /// How the sensor is locked, and opened again.
    let lockedHelp: String

    /// The words for a kind.
    init(_ kind: PhoneKind) {
        switch kind {
        case .iPhone:
            sensor = "Face ID"
            matches = "Face matches"
            scanHelp = "Matches: UC2.1/1.4a, UC2.3/1.2a. Not: 1.2b, 1.2c. Cancel: 1.2f."
            enrolAnother = "Enrol another face"
            enrolmentHelp = "Enrolled: UC2.1/1.2a, else 1.2b. Another face: UC2.3/1.2g."
            lockedHelp = "Five wrong faces, here or elsewhere: UC2.3/1.2g. The phone's passcode opens it."
        case .android:
            sensor = "Fingerprint"
            matches = "Finger matches"
            scanHelp = "Matches: UC2.1/1.4a, UC2.3/1.2a. Not: 1.2d, the fifth time 1.2e. Cancel: 1.2f."
            enrolAnother = "Enrol another finger"
            enrolmentHelp = "Enrolled: UC2.1/1.2a, else 1.2b. Another finger: UC2.3/1.2g."
            lockedHelp = "Five wrong fingers: UC2.3/1.2e; then, or when locked elsewhere, 1.2g. The phone's passcode opens it."
        }
    }

    /// What deleting the app leaves behind.
    static func reinstallationHelp(_ kind: PhoneKind) -> String {
        switch kind {
        case .iPhone: "iOS deletes the app's files and keeps its keys in the keychain. The next launch removes those keys."
        case .android: "Android deletes the app's files and its keys."
        }
    }

    /// What a rooted phone leads to.
    static func rootedHelp(_ kind: PhoneKind) -> String {
        switch kind {
        case .iPhone: "The next launch leads to UC1.2/2.2b."
        case .android: "The next launch leads to UC1.2/2.2b; setting up a PIN before leads to PF2.9/1.5b: the boot loader is unlocked."
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

    /// The kind that this is not.
    var other: PhoneKind {
        switch self {
        case .iPhone: .android
        case .android: .iPhone
        }
    }
}
