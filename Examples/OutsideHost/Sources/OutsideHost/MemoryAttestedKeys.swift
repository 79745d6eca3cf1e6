// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
public import PhoneSimulator
public import PlatformSupport

/// Attested keys in memory. The development authority of `WalletPlatformTesting` attests them in Apple's place.
public actor MemoryAttestedKeys: AttestedKeyBridge {
    private struct Key {
        let privateKey = P256.Signing.PrivateKey()
        var isAttested = false
        var counter: UInt32 = 0
    }

    private let apple: DevelopmentAttestation
    private var keys: [String: Key] = [:]

    public init(apple: DevelopmentAttestation) {
        self.apple = apple
    }

    public func generate() -> String {
        keys = keys.filter { $1.isAttested }
        let key = Key()
        let identifier = Data(SHA256.hash(data: key.privateKey.publicKey.x963Representation)).base64EncodedString()
        keys[identifier] = key
        return identifier
    }

    public func attest(_ identifier: String, challengeHash: [UInt8]) throws(AttestedKeyError) -> PlatformAttestation {
        guard let key = keys[identifier], !key.isAttested else { throw .unknownKey }
        let privateKey = key.privateKey.rawRepresentation
        guard let object = try? apple.attestation(ofKey: privateKey, challengeHash: challengeHash, now: Date()) else { throw .failed }
        keys[identifier]?.isAttested = true
        return .apple(object: object)
    }

    public func sign(_ payload: [UInt8], with identifier: String) throws(AttestedKeyError) -> PlatformKeyProof {
        guard var key = keys[identifier], key.isAttested else { throw .unknownKey }
        key.counter += 1
        keys[identifier] = key
        let privateKey = key.privateKey.rawRepresentation
        guard let assertion = try? apple.assertion(over: payload, byKey: privateKey, counter: key.counter) else { throw .failed }
        return .appleAssertion(assertion)
    }

    public func delete(_ identifier: String) { keys[identifier] = nil }

    public func deleteAll(except identifiers: Set<String>) { keys = keys.filter { identifiers.contains($0.key) } }
}
