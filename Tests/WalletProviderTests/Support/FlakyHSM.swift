// SPDX-License-Identifier: EUPL-1.2

import HSM
import Synchronization

/// A real software HSM whose functions can be disabled.
final class FlakyHSM: HSM {
    enum Operation: String, CaseIterable, Sendable {
        case publicKeys, signCertificate, signResult, seal, open, authenticate, makeWalletKey, signWithWalletKey
    }

    private let hsm: SoftwareHSM
    private let broken = Mutex<Set<Operation>>([])
    private let asked = Mutex<[Operation]>([])

    init(_ hsm: SoftwareHSM) { self.hsm = hsm }

    private let slowness = Mutex<Slowness?>(nil)

    /// Delays each further call; nil for no delay.
    func slow(_ slowness: Slowness?) { self.slowness.withLock { $0 = slowness } }

    func fail(_ operations: Operation...) { broken.withLock { $0 = Set(operations) } }

    private let signaturesLeft = Mutex<Int?>(nil)

    /// Makes signatures by users' keys fail after this number; nil for no limit.
    func limitSignatures(to count: Int?) { signaturesLeft.withLock { $0 = count } }

    /// The calls since `forgetCalls()` that use the token. Reads of public keys are not included, because they are cached.
    var calls: [Operation] { asked.withLock { $0.filter { $0 != .publicKeys } } }

    func forgetCalls() { asked.withLock { $0 = [] } }

    private func check(_ operation: Operation) throws(HSMError) {
        asked.withLock { $0.append(operation) }
        if broken.withLock({ $0.contains(operation) }) { throw HSMError(.unavailable, "switched off by the test") }
        guard slowness.withLock({ $0?.pass() }) ?? true else { throw HSMError(.unavailable, "too slow") }
    }

    func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey] {
        try check(.publicKeys)
        return try await hsm.publicKeys(for: purpose)
    }

    func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8] {
        try check(purpose == .result ? .signResult : .signCertificate)
        return try await hsm.sign(bytes, with: keyID, for: purpose)
    }

    func seal(_ plaintext: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        try check(.seal)
        return try await hsm.seal(plaintext, for: purpose, associatedData: associatedData)
    }

    func open(_ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        try check(.open)
        return try await hsm.open(sealed, for: purpose, associatedData: associatedData)
    }

    func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8] {
        try check(.authenticate)
        return try await hsm.authenticationCode(over: bytes, for: purpose)
    }

    func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey {
        try check(.makeWalletKey)
        return try await hsm.makeWalletKey(boundTo: binding)
    }

    func sign(digest: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8] {
        try check(.signWithWalletKey)
        let isLeft = signaturesLeft.withLock { left in
            guard let count = left else { return true }
            left = max(0, count - 1)
            return count > 0
        }
        guard isLeft else { throw HSMError(.unavailable, "switched off by the test") }
        return try await hsm.sign(digest: digest, withWrapped: wrapped, boundTo: binding)
    }
}
