// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider
import WalletProviderSQLite

/// The kinds of account store; all pass one suite.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite
}

/// An empty store of a test's own, whose clock stands still until it is moved, and what tests tell it.
struct StoreStage: Sendable {
    let store: any AccountStore & AuditStore
    private let directory: TemporaryDirectory
    private let clock = TestClock()

    init(_ kind: StoreKind) async throws {
        directory = try TemporaryDirectory()
        switch kind {
        case .sqlite: store = try SQLiteAccountStore(path: directory.path("accounts.sqlite"), clock: { [clock] in clock.now })
        }
    }

    /// The store's clock now.
    var now: Timestamp {
        get async throws { Timestamp(clock.now) }
    }

    /// Moves the store's clock.
    func advance(milliseconds: Int64) async throws {
        clock.advance(milliseconds: milliseconds)
    }

    // MARK: One wallet and its messages

    let wallet = WalletID { [UInt8](repeating: 1, count: $0) }
    let challenge = InstructionChallenge(instruction: .checkPIN, value: "c")
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

    func issue(_ number: Int64, counter: UInt32? = nil, for other: InstructionChallenge? = nil) async throws -> Bool {
        try await store.issue(
            other ?? challenge, lifetime: 60_000, evenIfRevoked: false, to: message(number, counter: counter), answer: answer)
    }

    func reserve(_ number: Int64, counter: UInt32? = nil, version: Int64 = 0) async throws -> Int? {
        try await store.reserveAttempt(
            for: message(number, counter: counter), answering: challenge, pinVersion: version, under: policy)
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
    /// The account alone.
    func account(of walletID: WalletID) async throws -> Account? {
        try await account(of: walletID, withMessage: 0, recordedWithin: 0)?.account
    }

    /// The recorded message alone.
    func message(of walletID: WalletID, _ sequenceNumber: Int64, within retention: Int64 = .max) async throws -> RecordedMessage? {
        try await account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)?.message
    }
}
