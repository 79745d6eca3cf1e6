// SPDX-License-Identifier: EUPL-1.2

import JSON

/// Switches and parameters that can be changed without a new app and without a PIN: a closed set of names.
///
/// `{"biometric_unlock": true, "pin_recovery": true, "wallet_transfer": false, "configuration_poll_seconds": 3600,
/// "update_policy_poll_seconds": 3600, "wallet_status_max_age_seconds": 86400, "link_lifetime_seconds": 300,
/// "pin_practice": true, "pin_practice_after_scans": 20, "pin_practice_after_days": 30}`; a missing member has the value shown here.
package struct FeatureSettings: Sendable, Hashable {
    /// True if biometric unlock is offered.
    package var biometricUnlock = true
    /// True if a forgotten PIN can be replaced.
    package var pinRecovery = true
    /// True if a wallet can be moved to another phone. Not used yet: this flow does not exist.
    package var walletTransfer = false
    /// Interval between requests for the configuration, in seconds; 60...604800.
    package var configurationPollSeconds = 3600
    /// Interval between requests for the update policy, in seconds; 60...604800.
    package var updatePolicyPollSeconds = 3600
    /// Maximum age of the wallet's status before it is requested again, in seconds; 60...2592000.
    package var walletStatusMaximumAgeSeconds = 86_400
    /// Time that a universal link waits for the user, in seconds; 10...3600.
    package var linkLifetimeSeconds = 300
    /// True if users of biometric unlock are asked now and then to practise the PIN.
    package var pinPractice = true
    /// Number of scans since the last PIN entry before a practice; 1...1000.
    package var pinPracticeAfterScans = 20
    /// Number of days since the last PIN entry before a practice; 0...365.
    package var pinPracticeAfterDays = 30

    /// The default values.
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
