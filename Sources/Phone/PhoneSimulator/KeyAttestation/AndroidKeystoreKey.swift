// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import DeviceAttestation
package import Foundation
import SwiftASN1
import X509

/// A device key of a simulated Android phone for one app on one device. It produces the same structures as the Android Keystore.
package struct AndroidKeystoreKey: Sendable {
    package let app: AndroidApp
    package let device: AndroidDevice
    private let privateKey: P256.Signing.PrivateKey

    /// The validity of every key's certificate: from 1970 to the end of unsigned 32-bit time, as on most real devices.
    private static let validity = (from: Date(timeIntervalSince1970: 0), to: Date(timeIntervalSince1970: 4_294_967_295))

    package init(privateKey: P256.Signing.PrivateKey, app: AndroidApp, device: AndroidDevice) {
        self.privateKey = privateKey
        self.app = app
        self.device = device
    }

    package var publicKey: P256.Signing.PublicKey { privateKey.publicKey }

    /// Describes the key as the hardware does: a P-256 key that was made where it is stored, for signing and verifying with SHA-256.
    ///
    /// - Parameters:
    ///   - challenge: the app's challenge at the key's creation.
    ///   - now: the time of the key's creation.
    package func description(challenge: [UInt8], now: Date) -> AndroidKeyDescription {
        Self.description(of: app, on: device, challenge: challenge, now: now)
    }

    /// Describes a key of an app on a device.
    static func description(of app: AndroidApp, on device: AndroidDevice, challenge: [UInt8], now: Date) -> AndroidKeyDescription {
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

    /// Makes the chain that `KeyStore.getCertificateChain` returns: four certificates in DER, the key's own first, the root last.
    ///
    /// - Parameters:
    ///   - challenge: SHA-256 of the provider's challenge, 32 bytes.
    ///   - authority: signs in Google's place. A StrongBox attests with its own keys, any other level with the TEE's.
    ///   - now: the time of the key's creation.
    /// - Throws: the error of X509 or SwiftASN1 when the certificate cannot be made.
    package func attestation(challenge: [UInt8], by authority: DevelopmentGoogleCA, now: Date) throws -> [[UInt8]] {
        try attestation(of: description(challenge: challenge, now: now), by: authority)
    }

    /// Makes the chain for a given description, which may have values that no genuine phone has.
    ///
    /// - Throws: the error of X509 or SwiftASN1 when the certificate cannot be made.
    package func attestation(of description: AndroidKeyDescription, by authority: DevelopmentGoogleCA) throws -> [[UInt8]] {
        try Self.chain(for: publicKey, stating: description, by: authority)
    }

    /// Makes the chain of a public key.
    ///
    /// - Throws: the error of X509 or SwiftASN1 when the certificate cannot be made.
    static func chain(
        for publicKey: P256.Signing.PublicKey, stating description: AndroidKeyDescription, by authority: DevelopmentGoogleCA
    ) throws -> [[UInt8]] {
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

    /// Signs a message as a `SHA256withECDSA` signature object does: the protocol's `android_signature`.
    ///
    /// - Parameter message: the data to sign, of any length; this method takes its SHA-256.
    /// - Returns: the signature in ASN.1 DER.
    /// - Throws: the error of Crypto when signing fails.
    package func signature(over message: [UInt8]) throws -> [UInt8] {
        Array(try privateKey.signature(for: message).derRepresentation)
    }
}
