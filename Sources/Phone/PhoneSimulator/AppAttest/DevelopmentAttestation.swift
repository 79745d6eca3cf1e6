// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
public import Foundation

/// Apple's part in App Attest, for a port that is tried out without a maker's secure hardware: it attests keys that the port makes itself.
/// Only a provider that trusts the development authority accepts them, such as the demo's, whose authority is the file `apple-ca.pem` of
/// its state.
public struct DevelopmentAttestation: Sendable {
    private let authority: DevelopmentAppleCA
    private let appID: AppID

    /// Reads the authority.
    ///
    /// - Parameters:
    ///   - authority: three PEM documents: root, intermediate and the intermediate's private key.
    ///   - teamID: the team of the app that the provider accepts.
    ///   - bundleID: its bundle.
    /// - Throws: `DevelopmentAttestationFailure` for a malformed text.
    public init(authority: String, teamID: String, bundleID: String) throws(DevelopmentAttestationFailure) {
        guard let read = try? DevelopmentAppleCA(pemEncoded: authority) else { throw .unreadableAuthority }
        self.authority = read
        appID = AppID(teamID: teamID, bundleID: bundleID)
    }

    /// Attests a key, as `DCAppAttestService.attestKey` does.
    ///
    /// - Parameters:
    ///   - privateKey: a P-256 private key of 32 bytes.
    ///   - challengeHash: SHA-256 of the provider's challenge, 32 bytes.
    ///   - now: the certificate is valid from one day before to two days after this time.
    /// - Returns: the attestation object in CBOR.
    /// - Throws: `DevelopmentAttestationFailure` for bytes that are no private key.
    public func attestation(
        ofKey privateKey: some ContiguousBytes, challengeHash: [UInt8], now: Date
    ) throws(DevelopmentAttestationFailure) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        guard let attestation = try? key(privateKey).attestation(clientDataHash: challengeHash, by: authority, now: now, using: &generator)
        else { throw .unusableKey }
        return attestation
    }

    /// Signs with an attested key, as `DCAppAttestService.generateAssertion` does.
    ///
    /// - Parameters:
    ///   - payload: the signed bytes, of any length.
    ///   - privateKey: a P-256 private key of 32 bytes.
    ///   - counter: the number of the key's signatures including this signature, from 1. The caller stores it before it uses the signature.
    /// - Returns: the assertion in CBOR.
    /// - Throws: `DevelopmentAttestationFailure` for bytes that are no private key.
    public func assertion(
        over payload: [UInt8], byKey privateKey: some ContiguousBytes, counter: UInt32
    ) throws(DevelopmentAttestationFailure) -> [UInt8] {
        guard let assertion = try? key(privateKey).assertion(clientData: payload, counter: counter) else { throw .unusableKey }
        return assertion
    }

    /// The maker of a simulated iPhone with that app.
    var maker: PhoneMaker { .apple(authority, appID: appID, environment: .development) }

    private func key(_ privateKey: some ContiguousBytes) throws -> AppAttestKey {
        AppAttestKey(privateKey: try P256.Signing.PrivateKey(rawRepresentation: privateKey), appID: appID, environment: .development)
    }
}

/// An error of ``DevelopmentAttestation`` or ``DevelopmentKeyAttestation``: the caller passed a malformed value.
@nonexhaustive public enum DevelopmentAttestationFailure: String, Error, Sendable, Hashable {
    /// The text is not a development authority.
    case unreadableAuthority
    /// The bytes are not a key of P-256: a private key for App Attest, a public key for Key Attestation.
    case unusableKey
    /// The number is not a month.
    case unusableMonth
}
