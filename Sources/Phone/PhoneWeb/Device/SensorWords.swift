// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport
import WalletApp

/// The texts of the device column that differ per kind of phone and sensor.
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

    /// - Parameters:
    ///   - phone: the phone, whose system has its own prompt.
    ///   - kind: the kind of its sensor.
    init(_ phone: PhoneKind, _ kind: BiometricKind) {
        let isFace = kind == .faceID || kind == .face
        let (part, verb) = isFace ? ("face", "looks") : ("finger", "touches it")
        sensor = SensorPromptWords(.english, kind).sensor
        matches = isFace ? "Face matches" : "Finger matches"
        scanHelp = "While the phone scans: the owner \(verb), another person does, or no one does. Then the answer to the phone's message."
        let own =
            switch phone {
            case .iPhone: ["UC2.3/1.2b", "UC2.3/1.2c"]
            case .android: ["UC2.3/1.2d", "UC2.3/1.2e"]
            }
        scanRows = ["UC2.1/1.4a", "UC2.3/1.2a"] + own + ["UC2.3/1.2f"]
        enrolAnother = "Enrol another \(part)"
        enrolmentHelp = "Who can open the phone. Another \(part) switches the app's scan off until the PIN."
        lockedHelp = "Five wrong \(part)s lock the sensor. The phone's passcode opens it."
        lockedRows = phone == .android ? ["UC2.3/1.2e", "UC2.3/1.2g"] : ["UC2.3/1.2g"]
    }

    /// Describes the data and keys that remain after the app is deleted.
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
