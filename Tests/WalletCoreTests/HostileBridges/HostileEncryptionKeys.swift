// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// Encryption keys that change what the honest keys receive or return.
struct HostileEncryptionKeys: EncryptionKeyBridge {
    typealias Outcome = Result<[UInt8], EncryptionKeyError>

    let keys: FakeEncryptionKeys
    /// The names of the keys that break promises; nil for all keys.
    var names: Set<String>?
    /// The ciphertext, given the plaintext and the honest ciphertext.
    var ciphertext: @Sendable (_ plaintext: [UInt8], _ honest: [UInt8]) -> [UInt8] = { $1 }
    /// The ciphertext that the honest keys decrypt.
    var opened: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// The outcome of a decryption, given the ciphertext and the honest outcome.
    var outcome: @Sendable (_ ciphertext: [UInt8], _ honest: Outcome) -> Outcome = { $1 }
    /// True if an encryption leaves no key behind.
    var forgets = false

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        let honest = try await keys.encrypt(plaintext, with: identifier)
        guard names?.contains(identifier) ?? true else { return honest }
        if forgets { await keys.delete(identifier) }
        return ciphertext(plaintext, honest)
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        guard names?.contains(identifier) ?? true else { return try await keys.decrypt(ciphertext, with: identifier) }
        let honest: Outcome
        do throws(EncryptionKeyError) {
            honest = .success(try await keys.decrypt(opened(ciphertext), with: identifier))
        } catch {
            honest = .failure(error)
        }
        return try outcome(ciphertext, honest).get()
    }

    func delete(_ identifier: String) async { await keys.delete(identifier) }

    func deleteAll() async { await keys.deleteAll() }
}
