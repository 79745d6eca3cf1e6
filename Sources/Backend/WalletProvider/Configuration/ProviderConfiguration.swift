// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The operator's settings of a provider, checked once by the initializer.
package struct ProviderConfiguration: Sendable {
    /// `https://host[:port][/path]`, without a trailing slash and without `/api/v1`. It is the audience of every message and the issuer of
    /// every certificate, so it must not change during the lifetime of the provider's wallets.
    package let publicURL: String
    package let devices: AcceptedDevices
    package let pinPolicy: PINRetryPolicy
    /// The age at which an instruction's beacon is refused, in milliseconds; also the accepted difference between replicas' clocks.
    package let beaconLifetime: Int64
    /// Retention of answers for repeated requests, in milliseconds.
    package let answerRetention: Int64
    /// Retention of accounts that were never used, in milliseconds.
    package let unusedAccountLifetime: Int64
    /// Maximum duration of a PIN recovery, in milliseconds.
    package let recoveryLifetime: Int64
    /// The maximum number of credential keys per wallet.
    package let maximumKeys: Int
    /// The number of wrong PINs within `WrongPINWindow` from which the user is notified at each unlock; 0 disables the notification.
    package let wrongPINReportThreshold: Int
    /// Verifies the PID that identifies the user of a PIN recovery; nil disables PIN recovery.
    package let recoveryCodeReader: (any RecoveryCodeReader)?
    /// The settings of wallet attestations; nil disables attestations.
    package let attestation: AttestationSettings?

    /// - Parameters:
    ///   - beaconLifetime, answerRetention, unusedAccountLifetime, recoveryLifetime: whole milliseconds, from 1 s to 1 year.
    ///   - maximumKeys: 1…100,000.
    ///   - wrongPINReportThreshold: 0…100,000.
    /// - Throws: `ConfigurationError` naming the first violated rule.
    package init(
        publicURL: String, devices: AcceptedDevices, pinPolicy: PINRetryPolicy = .standard, beaconLifetime: Duration = .seconds(300),
        answerRetention: Duration = .seconds(600), unusedAccountLifetime: Duration = .seconds(86_400),
        recoveryLifetime: Duration = .seconds(3600), maximumKeys: Int = 2000,
        wrongPINReportThreshold: Int = standardWrongPINReportThreshold, recoveryCodeReader: (any RecoveryCodeReader)? = nil,
        attestation: AttestationSettings? = nil
    ) throws {
        try Self.check(publicURL: publicURL)
        self.publicURL = publicURL
        self.devices = devices
        self.pinPolicy = pinPolicy
        self.beaconLifetime = try Self.lifetime(beaconLifetime, "the lifetime of a beacon")
        self.answerRetention = try Self.lifetime(answerRetention, "the answer retention")
        self.unusedAccountLifetime = try Self.lifetime(unusedAccountLifetime, "the lifetime of an unused account")
        self.recoveryLifetime = try Self.lifetime(recoveryLifetime, "the time for a PIN recovery")
        guard (1...100_000).contains(maximumKeys) else { throw ConfigurationError("a wallet has 1 to 100,000 keys") }
        self.maximumKeys = maximumKeys
        guard (0...100_000).contains(wrongPINReportThreshold) else {
            throw ConfigurationError("wrong PINs are reported from 1 to 100,000 on, or never: 0")
        }
        self.wrongPINReportThreshold = wrongPINReportThreshold
        self.recoveryCodeReader = recoveryCodeReader
        self.attestation = attestation
    }

    /// Higher than the number of typing errors that a frequent user makes in a month. An attacker who tries three PINs between two unlocks
    /// reaches it within seven unlocks.
    package static let standardWrongPINReportThreshold = 20

    private static func lifetime(_ duration: Duration, _ name: String) throws -> Int64 {
        guard let milliseconds = duration.milliseconds(in: 1000...(366 * 86_400_000)) else {
            throw ConfigurationError("\(name) is a whole number of milliseconds from 1 s to 1 year")
        }
        return milliseconds
    }

    /// Checks that an address is suitable as a provider's public URL. It is part of every message, so it must contain no secret.
    ///
    /// - Throws: `ConfigurationError` naming the first violated rule.
    package static func check(publicURL text: String) throws {
        guard let url = URLComponents(string: text), url.scheme == "https", let host = url.host, !host.isEmpty else {
            throw ConfigurationError("the public URL starts with https:// and a host")
        }
        guard url.user == nil, url.password == nil, url.query == nil, url.fragment == nil else {
            throw ConfigurationError("the public URL has no user, query or fragment")
        }
        guard !text.hasSuffix("/"), !text.hasSuffix("/api/v1") else {
            throw ConfigurationError("the public URL ends neither with a slash nor with /api/v1")
        }
    }
}
