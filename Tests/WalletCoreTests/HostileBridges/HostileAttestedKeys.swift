// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// Attested keys that change what the honest keys receive or return.
struct HostileAttestedKeys: AttestedKeyBridge {
    typealias Change<Value> = @Sendable (Value) -> Value

    let keys: FakeAttestedKeys
    var name: Change<String> = { $0 }
    var attestation: Change<PlatformAttestation> = { $0 }
    /// The bytes that are signed.
    var payload: Change<[UInt8]> = { $0 }
    var proof: Change<PlatformKeyProof> = { $0 }
    /// False if keys are never deleted (ATT-09).
    var deletes = true
    /// False if keys are deleted that must be kept (ATT-11).
    var keepsExceptions = true

    func generate() async throws(AttestedKeyError) -> String { name(try await keys.generate()) }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        attestation(try await keys.attest(identifier, challengeHash: challengeHash))
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        proof(try await keys.sign(self.payload(payload), with: identifier))
    }

    func delete(_ identifier: String) async {
        if deletes { await keys.delete(identifier) }
    }

    func deleteAll(except identifiers: Set<String>) async {
        if deletes { await keys.deleteAll(except: keepsExceptions ? identifiers : []) }
    }
}
