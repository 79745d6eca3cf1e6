// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
public import Foundation

/// Google's part in Android's Key Attestation, for a port that is tried out without a maker's secure hardware: it certifies keys that the
/// port makes itself; their private keys stay with the port. Only a provider that trusts the development authority accepts them, such as
/// the demo's, whose authority is the file `google-ca.pem` of its state.
public struct DevelopmentKeyAttestation: Sendable {
    private let authority: DevelopmentGoogleCA
    private let app: AndroidApp
    private let device: AndroidDevice

    /// Reads the authority.
    ///
    /// - Parameters:
    ///   - authority: seven PEM documents: the root and then, for the TEE and the StrongBox, two certificates and a private key.
    ///   - packageName: the package of the app that the provider accepts.
    ///   - signingCertificateDigest: SHA-256 of the certificate that signs the app, 32 bytes.
    ///   - patchMonth: the month of the phone's security patches, YYYYMM, such as 202509.
    /// - Throws: `DevelopmentAttestationFailure` for a malformed text or a number that is not a month.
    public init(
        authority: String, packageName: String, signingCertificateDigest: [UInt8], patchMonth: UInt64
    ) throws(DevelopmentAttestationFailure) {
        guard let read = try? DevelopmentGoogleCA(pemEncoded: authority) else { throw .unreadableAuthority }
        guard let month = PatchLevel(number: patchMonth) else { throw .unusableMonth }
        self.authority = read
        app = AndroidApp(packageName: packageName, signingCertificateDigest: signingCertificateDigest)
        device = AndroidDevice(osPatchLevel: month)
    }

    /// The maker of a simulated Android phone with that app.
    var maker: PhoneMaker { .google(authority, app: app, device: device) }

    /// Attests a key, as the Android Keystore does when it creates a key with `setAttestationChallenge`.
    ///
    /// - Parameters:
    ///   - publicKey: a P-256 public key, X9.63 uncompressed, 65 bytes.
    ///   - challengeHash: SHA-256 of the provider's challenge, 32 bytes.
    ///   - now: the time of the key's creation.
    /// - Returns: the chain in DER, the key's own certificate first.
    /// - Throws: `DevelopmentAttestationFailure` for bytes that are no public key.
    public func chain(
        ofKey publicKey: some ContiguousBytes, challengeHash: [UInt8], now: Date
    ) throws(DevelopmentAttestationFailure) -> [[UInt8]] {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let chain = try? AndroidKeystoreKey.chain(
                for: key, stating: AndroidKeystoreKey.description(of: app, on: device, challenge: challengeHash, now: now), by: authority)
        else { throw .unusableKey }
        return chain
    }
}
