// SPDX-License-Identifier: EUPL-1.2

import HSM
import WalletProvider

/// The real software HSM, with a point before each secret operation. Operations leave no trace, so there is no point after them.
struct TrappedHSM: HSM {
    let hsm: SoftwareHSM
    let trap: ProviderTrap

    func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey] { try await hsm.publicKeys(for: purpose) }

    func publicKey(withID keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> HSMPublicKey? {
        try await hsm.publicKey(withID: keyID, for: purpose)
    }

    func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8] {
        trap.pass("before HSM sign \(purpose.rawValue)")
        return try await hsm.sign(bytes, with: keyID, for: purpose)
    }

    func seal(_ plaintext: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        trap.pass("before HSM seal")
        return try await hsm.seal(plaintext, for: purpose, associatedData: associatedData)
    }

    func open(_ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        trap.pass("before HSM open")
        return try await hsm.open(sealed, for: purpose, associatedData: associatedData)
    }

    func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8] {
        trap.pass("before HSM code \(purpose.rawValue)")
        return try await hsm.authenticationCode(over: bytes, for: purpose)
    }

    func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey { try await hsm.makeWalletKey(boundTo: binding) }

    func sign(digest: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8] {
        try await hsm.sign(digest: digest, withWrapped: wrapped, boundTo: binding)
    }
}

/// The real journals, with a point before and after each synchronous record.
struct TrappedJournal: WitnessJournal {
    let journal: any WitnessJournal
    let trap: ProviderTrap

    func append(_ record: WitnessRecord) async throws(AccountStoreError) {
        try await trap.around("journal append") { () throws(AccountStoreError) in try await journal.append(record) }
    }

    func note(_ record: WitnessRecord) { journal.note(record) }

    func requireWritable() async throws(AccountStoreError) { try await journal.requireWritable() }

    var unreadDirectories: Int { journal.unreadDirectories }

    func readNews(_ body: @escaping @Sendable (WitnessRecord, WitnessSource) -> Void) async throws(AccountStoreError) {
        try await journal.readNews(body)
    }
}
