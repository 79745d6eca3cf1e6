// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// Encryption keys in the host's key store.
struct HostEncryptionKeys: EncryptionKeyBridge {
    let calls: HostCalls

    private struct Request: Encodable {
        var name: String?
        var bytes: Data?
    }

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        let ciphertext: Data = try await ask("encryptionKey.encrypt", Request(name: identifier, bytes: Data(plaintext)))
        return Array(ciphertext)
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        let plaintext: Data = try await ask("encryptionKey.decrypt", Request(name: identifier, bytes: Data(ciphertext)))
        return Array(plaintext)
    }

    func delete(_ identifier: String) async { _ = try? await ask("encryptionKey.delete", Request(name: identifier)) as Bool }

    func deleteAll() async { _ = try? await ask("encryptionKey.deleteAll", Request()) as Bool }

    private func ask<Value: Decodable & Sendable>(_ name: String, _ request: Request) async throws(EncryptionKeyError) -> Value {
        do {
            return try await calls.call(name, request)
        } catch {
            throw error.named(or: .failed)
        }
    }
}
