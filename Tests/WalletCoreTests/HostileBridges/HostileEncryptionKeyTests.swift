// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// Encryption keys that break a promise: no data key depends on them or leaves through them, and a whole wallet does not count as damaged.
@Suite(.timeLimit(.minutes(20)))
struct HostileEncryptionKeyTests {
    typealias Row = BrokenPromise<HostileEncryptionKeys>

    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func bridges(_ row: Row) -> PlatformBridges {
        phone.replacing(encryptionKey: row.broken(by: HostileEncryptionKeys(keys: phone.encryptionKeys)))
    }

    // MARK: The first start

    /// The ciphertexts decrypt to the plaintext.
    static let revealing = [
        Row("the ciphertext is the plaintext (KEY-06)", .hardwareFailed) {
            $0.ciphertext = { plaintext, _ in plaintext }
            $0.outcome = { ciphertext, honest in ciphertext.isEmpty ? honest : .success(ciphertext) }
        },
        Row("the ciphertext contains the plaintext (KEY-06)", .hardwareFailed) {
            $0.ciphertext = { plaintext, _ in [1] + plaintext + [2] }
            $0.outcome = { ciphertext, honest in ciphertext.isEmpty ? honest : .success(Array(ciphertext.dropFirst().dropLast())) }
        },
        Row("the ciphertext is enormous", .hardwareFailed) {
            $0.ciphertext = { $1 + [UInt8](repeating: 0, count: 1 << 20) }
            $0.opened = { Array($0.dropLast(1 << 20)) }
        },
    ]

    /// The ciphertexts do not decrypt to the plaintext (KEY-01).
    static let losing = [
        Row("the ciphertext is empty", .hardwareFailed) { $0.ciphertext = { _, _ in [] } },
        Row("the ciphertext was cut", .hardwareFailed) { $0.ciphertext = { Array($1.dropLast()) } },
        Row("every ciphertext is the same", .hardwareFailed) { $0.ciphertext = { _, _ in [1, 2, 3] } },
        Row("decryption returns other bytes", .hardwareFailed) { $0.outcome = { $1.map { $0.map { $0 ^ 1 } } } },
        Row("decryption returns fewer bytes", .hardwareFailed) { $0.outcome = { $1.map { Array($0.dropLast()) } } },
        Row("decryption returns more bytes", .hardwareFailed) { $0.outcome = { $1.map { $0 + [0] } } },
        Row("decryption returns nothing", .hardwareFailed) { $0.outcome = { $1.map { _ in [] } } },
        Row("the store's key is not kept", .hardwareFailed) {
            $0.names = [SealedStore.encryptionKeyIdentifier]
            $0.forgets = true
        },
        Row("the key that remembers the store is not kept", .hardwareFailed) {
            $0.names = [SealedStore.memoryIdentifier]
            $0.forgets = true
        },
    ]

    @Test(arguments: revealing + losing)
    func `no store begins, no file contains the data key, and the next start is a first start`(row: Row) async throws {
        let core = Core(embedded: phone.provider.embedded, randomBytes: { [UInt8](repeating: 0xC5, count: $0) })
        try await core.initPlatformSupport(bridges(row), limitsBy: phone.limitClock)
        for _ in 0..<2 { await expect(row.error) { try await core.initialize() } }
        for (name, bytes) in try phone.contents() {
            #expect(bytes.range(of: Data(repeating: 0xC5, count: 32)) == nil, "\(name)")
        }
        _ = try await phone.registered()
        try await phone.expectWhole()
    }

    @Test func `hardware that opens everything has no first start, and honest hardware has`() async throws {
        let row = Row("decryption never fails (KEY-07, KEY-08)", .storeDamaged) { $0.outcome = { _, _ in .success([]) } }
        await expect(row.error) { try await phone.start(bridges(row)) }
        _ = try await phone.registered()
        try await phone.expectWhole()
    }

    // MARK: A registered wallet

    static let unreadable = [
        Row("decryption returns other bytes (KEY-01)", .hardwareFailed) { $0.outcome = { $1.map { $0.map { $0 ^ 1 } } } },
        Row("decryption returns another plaintext", .hardwareFailed) {
            $0.outcome = { $1.map { _ in [UInt8](repeating: 7, count: 32) } }
        },
        Row("decryption returns fewer bytes", .hardwareFailed) { $0.outcome = { $1.map { Array($0.dropLast()) } } },
        Row("decryption returns more bytes", .hardwareFailed) { $0.outcome = { $1.map { $0 + [0] } } },
        Row("decryption returns nothing", .hardwareFailed) { $0.outcome = { $1.map { _ in [] } } },
        Row("all bytes seem another key's (KEY-12)", .hardwareFailed) { $0.outcome = { _, _ in .failure(.notDecryptable) } },
        Row("the store's key seems unknown (KEY-21)", .storeDamaged) {
            $0.names = [SealedStore.encryptionKeyIdentifier]
            $0.outcome = { _, _ in .failure(.unknownKey) }
        },
        Row("all keys seem unknown (KEY-21)", .storeOfOtherPhone) { $0.outcome = { _, _ in .failure(.unknownKey) } },
        Row("decryption fails", .hardwareFailed) { $0.outcome = { _, _ in .failure(.failed) } },
        Row("the phone seems not unlocked (KEY-18)", .notAvailableYet) { $0.outcome = { _, _ in .failure(.notAvailableYet) } },
    ]

    @Test(arguments: unreadable)
    func `a wallet that cannot be opened is not changed, and opens with honest keys`(row: Row) async throws {
        try await phone.registered().store().close()
        let before = try phone.storeBytes
        let core = try await phone.process(bridges(row))
        for _ in 0..<2 { await expect(row.error) { try await core.initialize() } }
        #expect(try phone.storeBytes == before)
        try await phone.expectWhole()
    }

    @Test func `a key that opens an empty ciphertext (KEY-08) hinders no wallet`() async throws {
        _ = try await phone.registered()
        let core = try await phone.start(
            bridges(Row("", .unexpected) { $0.outcome = { ciphertext, honest in ciphertext.isEmpty ? .success([]) : honest } }))
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        try await phone.expectWhole()
    }

    // MARK: A wipe

    @Test(arguments: revealing + losing.prefix(7))
    func `a wipe whose record the hardware does not encrypt is refused, and the wallet stays`(row: Row) async throws {
        _ = try await phone.registered()
        var keys = row.broken(by: HostileEncryptionKeys(keys: phone.encryptionKeys))
        keys.names = [PostWipeRecordFile.encryptionKeyIdentifier]
        let core = try await phone.start(phone.replacing(encryptionKey: keys))
        await expect(row.error) { try await core.wipe() }
        try await phone.expectWhole()
    }

    @Test func `a mark that the next start could not read is not written, and the wallet stays`() async throws {
        _ = try await phone.registered()
        var keys = HostileEncryptionKeys(keys: phone.encryptionKeys)
        keys.names = [SealedStore.encryptionKeyIdentifier]
        keys.ciphertext = { $1 + [UInt8](repeating: 0, count: 1 << 20) }
        let core = try await phone.start(phone.replacing(encryptionKey: keys))
        await expect(.hardwareFailed) { try await core.wipe() }
        try await phone.expectWhole()
    }

    @Test func `the record of a wipe is not lost to hardware that decrypts to other bytes`() async throws {
        var record = PostWipeRecord()
        record.highestVersions["configuration"] = 7
        func file(_ bridges: PlatformBridges) -> PostWipeRecordFile {
            PostWipeRecordFile(bridges: bridges, randomBytes: systemRandomBytes, checkpoints: NoCheckpointObserver())
        }
        try await file(phone.bridges).write(record)
        for row in Self.unreadable.prefix(5) { await expect(.hardwareFailed) { try await file(bridges(row)).read() } }
        #expect(try await file(phone.bridges).read() == record)
    }

    @Test(arguments: [SealedStore.encryptionKeyIdentifier, SealedStore.memoryIdentifier])
    func `a wipe that the hardware hinders (KEY-13) is reported, and ends at the next start`(name: String) async throws {
        let core = try await phone.registered()
        phone.encryptionKeys.keeps.withLock { $0 = [name] }
        await expect(.hardwareFailed) { try await core.wipe() }
        phone.encryptionKeys.keeps.withLock { $0 = [] }
        #expect(try await phone.launch().state() == .empty)
    }
}
