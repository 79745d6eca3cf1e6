// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import PlatformSupport

/// The makers' operations on device keys.
extension PhoneMaker {
    /// Returns the platform's name for a key: on an iPhone Apple's own in base64, on an Android phone an alias that the bridge chooses.
    func name(of key: P256.Signing.PrivateKey) -> String {
        let digest = key.publicKey.appAttestKeyID
        return switch self {
        case .apple: Data(digest).base64EncodedString()
        case .google: "device-key-" + digest.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
    }

    /// True if attesting needs the maker's own service. Android's hardware attests with certificates from the factory.
    var needsServiceToAttest: Bool { kind == .iPhone }

    /// Attests a key.
    ///
    /// - Parameters:
    ///   - isRooted: true for a rooted phone. The attestation of a rooted Android phone states an unlocked boot loader.
    /// - Throws: the error of X509 when a certificate cannot be made.
    func attestation(
        of key: P256.Signing.PrivateKey, challengeHash: [UInt8], isRooted: Bool, now: Date
    ) throws -> PlatformAttestation {
        switch self {
        case .apple(let authority, let appID, let environment):
            var generator = SystemRandomNumberGenerator()
            return .apple(
                object: try AppAttestKey(privateKey: key, appID: appID, environment: environment).attestation(
                    clientDataHash: challengeHash, by: authority, now: now, using: &generator))
        case .google(let authority, let app, let device):
            let device = isRooted ? device.unlocked() : device
            return .android(
                chain: try AndroidKeystoreKey(privateKey: key, app: app, device: device).attestation(
                    challenge: challengeHash, by: authority, now: now))
        }
    }

    /// Signs a payload with a key.
    ///
    /// - Parameter counter: the number of signatures including this signature; used only in an iPhone's assertion.
    /// - Throws: the error of Crypto when signing fails.
    func proof(by key: P256.Signing.PrivateKey, over payload: [UInt8], counter: UInt32) throws -> PlatformKeyProof {
        switch self {
        case .apple(_, let appID, let environment):
            let key = AppAttestKey(privateKey: key, appID: appID, environment: environment)
            return .appleAssertion(try key.assertion(clientData: payload, counter: counter))
        case .google(_, let app, let device):
            return .androidSignature(try AndroidKeystoreKey(privateKey: key, app: app, device: device).signature(over: payload))
        }
    }
}
