// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// Attested keys with a time limit for each call. A call whose limit passes fails with `notAnswering`.
///
/// The hardware may still perform a call after its limit. The effect is:
/// - `generate`: a key exists whose name the wallet does not know. The next `generate` or the next wipe deletes it, if the platform can.
/// - `attest`: the wallet counts the key as used; the next registration makes a new key.
/// - `sign`: the proof is dropped and the key's counter has a gap, which verifiers permit.
/// - `delete`: only the named key is deleted. No later key has its name.
/// - `deleteAll`: keys made in the meantime would be deleted, too. So `generate` and `attest` fail at once while a `deleteAll` hangs.
struct AttestedKeysInTime: AttestedKeyBridge {
    /// In seconds. An Android phone with StrongBox needs up to 15 seconds to make a key.
    static let limit: TimeInterval = 30
    /// The limit of an attestation, in seconds: App Attest asks Apple's server.
    static let attestationLimit: TimeInterval = 60

    let bridge: any AttestedKeyBridge
    let calls: BridgeCalls

    func generate() async throws(AttestedKeyError) -> String {
        try await calls.value(within: Self.limit, opposedTo: [.deleting], orThrow: .notAnswering) {
            [bridge] () async throws(AttestedKeyError) in try await bridge.generate()
        }
    }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        try await calls.value(within: Self.attestationLimit, opposedTo: [.deleting], orThrow: .notAnswering) {
            [bridge] () async throws(AttestedKeyError) in try await bridge.attest(identifier, challengeHash: challengeHash)
        }
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        try await calls.value(within: Self.limit, orThrow: .notAnswering) { [bridge] () async throws(AttestedKeyError) in
            try await bridge.sign(payload, with: identifier)
        }
    }

    func delete(_ identifier: String) async {
        _ = await calls.answer(within: Self.limit) { [bridge] in await bridge.delete(identifier) }
    }

    func deleteAll(except identifiers: Set<String>) async {
        _ = await calls.answer(within: Self.limit, as: .deleting) { [bridge] in await bridge.deleteAll(except: identifiers) }
    }
}
