// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// What can be switched and tuned without a new app and without a PIN: a closed set of names.
///
/// `{"biometric_unlock": true, "pin_recovery": true, "wallet_transfer": false, "configuration_poll_seconds": 3600,
/// "update_policy_poll_seconds": 3600, "wallet_status_max_age_seconds": 86400, "link_lifetime_seconds": 300,
/// "pin_practice": true, "pin_practice_after_scans": 20, "pin_practice_after_days": 30}`; a member that is missing has the value shown here.
package struct FeatureSettings: Sendable, Hashable {
    /// Whether biometric unlock is offered.
    package var biometricUnlock = true
    /// Whether a forgotten PIN can be replaced.
    package var pinRecovery = true
    /// Whether a wallet can be moved to another phone. Not read yet: there is no such flow.
    package var walletTransfer = false
    /// How often the configuration is asked for, in seconds; 60...604800.
    package var configurationPollSeconds = 3600
    /// How often the update policy is asked for, in seconds; 60...604800.
    package var updatePolicyPollSeconds = 3600
    /// How old an answer about the wallet's status may be before another one is asked for, in seconds; 60...2592000.
    package var walletStatusMaximumAgeSeconds = 86_400
    /// How long a universal link waits for the user, in seconds; 10...3600.
    package var linkLifetimeSeconds = 300
    /// Whether who opens the wallet by face or finger is asked now and then to practise the PIN.
    package var pinPractice = true
    /// After how many scans since the PIN was entered; 1...1000.
    package var pinPracticeAfterScans = 20
    /// And after how many days since then; 0...365.
    package var pinPracticeAfterDays = 30

    /// The values above.
    package init() {}

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        var settings = FeatureSettings()
        for flag in Self.flags {
            if let value = reader.optional(flag.name, Reading.bool) { settings[keyPath: flag.path] = value }
        }
        for number in Self.numbers {
            if let value = reader.optional(number.name, Reading.integer(number.range)) { settings[keyPath: number.path] = value }
        }
        self = try reader.finish(settings)
    }

    var json: JSONValue {
        .object(
            JSONObject(
                Self.flags.map { ($0.name, .bool(self[keyPath: $0.path])) }
                    + Self.numbers.map { ($0.name, .integer(Int64(self[keyPath: $0.path]))) }))
    }

    private typealias Path<Value> = any WritableKeyPath<FeatureSettings, Value> & Sendable

    private static var flags: [(name: String, path: Path<Bool>)] {
        [
            ("biometric_unlock", \.biometricUnlock), ("pin_recovery", \.pinRecovery), ("wallet_transfer", \.walletTransfer),
            ("pin_practice", \.pinPractice),
        ]
    }

    private static var numbers: [(name: String, range: ClosedRange<Int>, path: Path<Int>)] {
        [
            ("configuration_poll_seconds", 60...604_800, \.configurationPollSeconds),
            ("update_policy_poll_seconds", 60...604_800, \.updatePolicyPollSeconds),
            ("wallet_status_max_age_seconds", 60...2_592_000, \.walletStatusMaximumAgeSeconds),
            ("link_lifetime_seconds", 10...3600, \.linkLifetimeSeconds),
            ("pin_practice_after_scans", 1...1000, \.pinPracticeAfterScans),
            ("pin_practice_after_days", 0...365, \.pinPracticeAfterDays),
        ]
    }
}
