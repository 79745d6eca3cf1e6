// SPDX-License-Identifier: EUPL-1.2

import PostgresCluster
import ProviderProtocol
import Testing
import WalletProvider

/// An empty store of one test, with a clock that the test moves, and helpers.
struct StoreStage: Sendable {
    let store: any AccountStore & AuditStore & WitnessedAccounts
    let stores: TestStores

    /// - Parameter cluster: the server for a database of kind `postgres`; by default the server shared by all tests.
    init(_ kind: StoreKind, on cluster: PostgresCluster? = nil) async throws {
        stores = try await TestStores(kind, on: cluster)
        store = try await stores.open()
    }

    var server: PostgresDatabase? { stores.server }

    var file: String? { stores.file }

    var now: Timestamp { get async throws { try await stores.now } }

    func advance(milliseconds: Int64) async throws { try await stores.advance(milliseconds: milliseconds) }

    func run(_ statements: [String]) async throws { try await stores.run(statements) }

    // MARK: One wallet and its messages

    let wallet = WalletID { [UInt8](repeating: 1, count: $0) }
    let answer = StoredAnswer(status: 200, body: [1, 2])
    let policy = PINRetryPolicy.standard

    func newAccount(_ walletID: WalletID? = nil, hash: UInt8 = 1, mark: UInt8 = 1, kind: DeviceKind = .apple) -> NewAccount {
        NewAccount(
            walletID: walletID ?? wallet, deviceKind: kind, deviceKey: [UInt8](repeating: 2, count: 64), sealedPINKey: [3, 4],
            revocationCodeMark: [UInt8](repeating: mark, count: 32), requestHash: [UInt8](repeating: hash, count: 32), sequenceNumber: 1,
            assertionCounter: kind == .apple ? 1 : 0)
    }

    func message(_ number: Int64, counter: UInt32? = nil) -> MessageIdentity {
        MessageIdentity(
            walletID: wallet, sequenceNumber: number, assertionCounter: counter ?? UInt32(number),
            requestHash: [UInt8](repeating: 9, count: 32))
    }

    /// Accepts a message without an effect.
    func take(_ number: Int64, counter: UInt32? = nil) async throws -> Bool {
        try await store.accept(
            message(number, counter: counter), evenIfRevoked: false, pinVersion: nil, change: .none, answer: answer)
    }

    func reserve(_ number: Int64, counter: UInt32? = nil, version: Int64 = 0) async throws -> Int? {
        try await store.reserveAttempt(
            for: message(number, counter: counter), pinVersion: version, under: policy)
    }

    func account() async throws -> Account {
        try #require(try await store.account(of: wallet))
    }

    func key(_ number: UInt8, _ purpose: WalletKeyPurpose = .credential) -> WalletKey {
        WalletKey(
            id: WalletKeyID { [UInt8](repeating: number, count: $0) }, purpose: purpose, publicKey: [UInt8](repeating: number, count: 64),
            wrapped: [number])
    }
}

extension AccountStore {
    func account(of walletID: WalletID) async throws -> Account? {
        try await account(of: walletID, withMessage: 0, recordedWithin: 0)?.account
    }

    func message(of walletID: WalletID, _ sequenceNumber: Int64, within retention: Int64 = .max) async throws -> RecordedMessage? {
        try await account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)?.message
    }
}
