// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import DeviceAttestation
package import Foundation
import SwiftASN1
import X509

/// A device key of a simulated Android phone: makes what the Android Keystore makes on a real one, for one app on one device.
package struct AndroidKeystoreKey: Sendable {
    /// The app that made the key.
    package let app: AndroidApp
    /// The phone in which the key lives.
    package let device: AndroidDevice
    private let privateKey: P256.Signing.PrivateKey

    /// The dates of every key's certificate: from 1970 to the end of unsigned 32-bit time, as most real devices set them.
    private static let validity = (from: Date(timeIntervalSince1970: 0), to: Date(timeIntervalSince1970: 4_294_967_295))

    /// The key of an app on a phone.
    package init(privateKey: P256.Signing.PrivateKey, app: AndroidApp, device: AndroidDevice) {
        self.privateKey = privateKey
        self.app = app
        self.device = device
    }

    /// The public key.
    package var publicKey: P256.Signing.PublicKey { privateKey.publicKey }

    /// What the hardware says of the key: a P-256 key that was made where it lives, for signing and verifying with SHA-256.
    ///
    /// - Parameters:
    ///   - challenge: what the app gives when it makes the key.
    ///   - now: when the key is made.
    package func description(challenge: [UInt8], now: Date) -> AndroidKeyDescription {
        AndroidKeyDescription(
            attestationVersion: AndroidDevice.keyMintVersion,
            attestationSecurityLevel: device.attestationSecurityLevel,
            keyMintVersion: AndroidDevice.keyMintVersion,
            keyMintSecurityLevel: device.keyMintSecurityLevel,
            attestationChallenge: challenge,
            softwareEnforced: AuthorizationList([
                .creationDateTime: .number(UInt64(max(0, now.timeIntervalSince1970) * 1000)),
                .attestationApplicationID: .applicationID(app.applicationID),
            ]),
            hardwareEnforced: AuthorizationList([
                .purpose: .numbers([2, 3]), .algorithm: .number(3), .keySize: .number(256), .digest: .numbers([4]), .ecCurve: .number(1),
                .noAuthRequired: .present, .origin: .number(0), .rootOfTrust: .rootOfTrust(device.rootOfTrust),
                .osVersion: .number(device.osVersion), .osPatchLevel: .number(device.osPatchLevel.number),
                .vendorPatchLevel: .number(device.vendorPatchLevel), .bootPatchLevel: .number(device.bootPatchLevel),
            ]))
    }

    /// What `KeyStore.getCertificateChain` returns: four certificates in DER, the key's own first, the root last.
    ///
    /// - Parameters:
    ///   - challenge: SHA-256 of the provider's challenge, 32 bytes.
    ///   - authority: stands in Google's place. A StrongBox attests with its own keys, everything else with the TEE's.
    ///   - now: when the key is made.
    /// - Throws: what X509 and SwiftASN1 throw when the certificate cannot be made.
    package func attestation(challenge: [UInt8], by authority: DevelopmentGoogleCA, now: Date) throws -> [[UInt8]] {
        try attestation(of: description(challenge: challenge, now: now), by: authority)
    }

    /// The same with a description of the caller's own, which may say what no genuine phone would.
    ///
    /// - Throws: what X509 and SwiftASN1 throw when the certificate cannot be made.
    package func attestation(of description: AndroidKeyDescription, by authority: DevelopmentGoogleCA) throws -> [[UInt8]] {
        let batch = description.attestationSecurityLevel == .strongBox ? authority.strongBox : authority.trustedEnvironment
        let certificate = try Certificate(
            version: .v3,
            serialNumber: 1,
            publicKey: Certificate.PublicKey(publicKey),
            notValidBefore: Self.validity.from,
            notValidAfter: Self.validity.to,
            issuer: batch.certificate.subject,
            subject: DistinguishedName { CommonName("Android Keystore Key") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(KeyUsage(digitalSignature: true))
                Certificate.Extension(oid: AndroidKeyDescription.extensionID, critical: false, value: try description.encode()[...])
            },
            issuerPrivateKey: Certificate.PrivateKey(batch.key))
        return try [certificate, batch.certificate, batch.intermediate, authority.root].map { try $0.derEncoded() }
    }

    /// What a signature object with `SHA256withECDSA` returns: the wire's `android_signature`.
    ///
    /// - Parameter message: the data to sign, any length; its SHA-256 is taken here.
    /// - Returns: the signature in ASN.1 DER.
    /// - Throws: what Crypto throws when signing fails.
    package func signature(over message: [UInt8]) throws -> [UInt8] {
        Array(try privateKey.signature(for: message).derRepresentation)
    }
}
