// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// What an operator decides about a provider; checked once, when it is made.
package struct ProviderConfiguration: Sendable {
    /// `https://host[:port][/path]`, without a trailing slash and without `/api/v1`: the audience of every message and the issuer of every
    /// certificate. It must stay the same as long as its wallets live.
    package let publicURL: String
    /// Which phones are accepted.
    package let devices: AcceptedDevices
    /// The limits on wrong PINs.
    package let pinPolicy: PINRetryPolicy
    /// How long a challenge for an instruction lives, in milliseconds.
    package let challengeLifetime: Int64
    /// How long an answer is kept for a repeated request, in milliseconds.
    package let answerRetention: Int64
    /// How long an account stays that was never used, in milliseconds.
    package let unusedAccountLifetime: Int64
    /// How long a PIN recovery may take, in milliseconds.
    package let recoveryLifetime: Int64
    /// The most credential keys of one wallet.
    package let maximumKeys: Int
    /// From so many wrong PINs within `WrongPINWindow` on a wallet's holder is told at each unlock; 0 for never.
    package let toldWrongPINs: Int
    /// Checks the PID that proves who recovers a PIN; nil where no issuer is trusted with that, so that no PIN can be recovered.
    package let recoveryCodeReader: (any RecoveryCodeReader)?
    /// How wallets are attested for issuers; nil where they are not.
    package let attestation: AttestationSettings?

    /// Settings for a provider.
    ///
    /// - Parameters:
    ///   - publicURL: as above.
    ///   - devices: which phones are accepted.
    ///   - challengeLifetime, answerRetention, unusedAccountLifetime, recoveryLifetime: whole milliseconds, from 1 s to 1 year.
    ///   - maximumKeys: 1…100,000.
    ///   - toldWrongPINs: 0…100,000.
    /// - Throws: `ConfigurationError` with the first rule that is broken.
    package init(
        publicURL: String, devices: AcceptedDevices, pinPolicy: PINRetryPolicy = .standard, challengeLifetime: Duration = .seconds(60),
        answerRetention: Duration = .seconds(600), unusedAccountLifetime: Duration = .seconds(86_400),
        recoveryLifetime: Duration = .seconds(3600), maximumKeys: Int = 2000,
        toldWrongPINs: Int = standardToldWrongPINs, recoveryCodeReader: (any RecoveryCodeReader)? = nil,
        attestation: AttestationSettings? = nil
    ) throws(ConfigurationError) {
        try Self.check(publicURL: publicURL)
        self.publicURL = publicURL
        self.devices = devices
        self.pinPolicy = pinPolicy
        self.challengeLifetime = try Self.lifetime(challengeLifetime, "the challenge lifetime")
        self.answerRetention = try Self.lifetime(answerRetention, "the answer retention")
        self.unusedAccountLifetime = try Self.lifetime(unusedAccountLifetime, "the lifetime of an unused account")
        self.recoveryLifetime = try Self.lifetime(recoveryLifetime, "the time for a PIN recovery")
        guard (1...100_000).contains(maximumKeys) else { throw ConfigurationError("a wallet has 1 to 100,000 keys") }
        self.maximumKeys = maximumKeys
        guard (0...100_000).contains(toldWrongPINs) else {
            throw ConfigurationError("wrong PINs are told from 1 to 100,000 on, or never: 0")
        }
        self.toldWrongPINs = toldWrongPINs
        self.recoveryCodeReader = recoveryCodeReader
        self.attestation = attestation
    }

    /// More than a user who opens the wallet several times a day mistypes in a month, and what somebody who tries three PINs between two unlocks
    /// reaches within seven.
    package static let standardToldWrongPINs = 20

    private static func lifetime(_ duration: Duration, _ name: String) throws(ConfigurationError) -> Int64 {
        guard let milliseconds = duration.milliseconds(in: 1000...(366 * 86_400_000)) else {
            throw ConfigurationError("\(name) is a whole number of milliseconds from 1 s to 1 year")
        }
        return milliseconds
    }

    /// Does nothing for an address by which wallets may know a provider; it is in every message, so it holds nothing that is secret.
    ///
    /// - Throws: `ConfigurationError` with the first rule that is broken.
    package static func check(publicURL text: String) throws(ConfigurationError) {
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
