// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// Attested keys in the host's key store.
struct HostAttestedKeys: AttestedKeyBridge {
    let calls: HostCalls

    private struct Request: Encodable {
        var name: String?
        var challengeHash: Data?
        var payload: Data?
        var except: [String]?
    }

    func generate() async throws(AttestedKeyError) -> String { try await ask("attestedKey.generate", Request()) }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        let chain: [Data] = try await ask("attestedKey.attest", Request(name: identifier, challengeHash: Data(challengeHash)))
        return .android(chain: chain.map { Array($0) })
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        let signature: Data = try await ask("attestedKey.sign", Request(name: identifier, payload: Data(payload)))
        return .androidSignature(Array(signature))
    }

    func delete(_ identifier: String) async { _ = try? await ask("attestedKey.delete", Request(name: identifier)) as Bool }

    func deleteAll(except identifiers: Set<String>) async {
        _ = try? await ask("attestedKey.deleteAll", Request(except: identifiers.sorted())) as Bool
    }

    private func ask<Value: Decodable & Sendable>(_ name: String, _ request: Request) async throws(AttestedKeyError) -> Value {
        do {
            return try await calls.call(name, request)
        } catch {
            throw error.named(or: .failed)
        }
    }
}
