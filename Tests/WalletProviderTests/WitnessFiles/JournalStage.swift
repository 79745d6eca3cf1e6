// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import ProviderProtocol
import Synchronization
import TestEnvironment
import WalletProvider
import WitnessFiles

/// Journals without a database.
struct JournalStage: Sendable {
    let directory: TemporaryDirectory
    let hsm: SoftwareHSM
    var place: String { directory.path("journals") }

    init() throws {
        directory = try TemporaryDirectory()
        hsm = try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret"))
    }

    func walletID(_ number: UInt8) -> WalletID { WalletID { [UInt8](repeating: number, count: $0) } }

    func account(_ number: UInt8, isUsed: Bool = true, createdAt: Int64 = 1, end: WitnessedAccount.End? = nil) -> WitnessedAccount {
        WitnessedAccount(
            registration: .init(
                walletID: walletID(number), deviceKind: .android, deviceKey: [UInt8](repeating: number, count: 64),
                revocationCodeMark: [number], requestHash: [number], createdAt: Timestamp(milliseconds: createdAt)),
            end: end, pin: AccountPIN(sealedKey: [1], sealedNewKey: nil, version: 3), recovery: nil, recoveryCodeMark: nil, isUsed: isUsed,
            sequenceNumber: 6, assertionCounter: 0, attempts: .init(count: 0, sequenceNumber: 0, waitUntil: nil))
    }

    func attempt(_ number: UInt8, _ count: Int64) -> WitnessRecord {
        .attempt(walletID(number), counter: nil, .init(count: count, sequenceNumber: 6 + count, waitUntil: nil))
    }

    func open(
        _ name: String = "journals", and peers: [String] = [], limit: Int = 64 << 20,
        clock: TestClock? = nil, unusedLimit: @escaping @Sendable () -> Timestamp? = { nil },
        write: @escaping BlockWrite = { try $0.write(contentsOf: $1) }, pass: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> WitnessJournals {
        try await WitnessJournals(
            directory: directory.path(name), peers: peers.map(directory.path), timeouts: .patient, hsm: hsm, segmentLimit: limit,
            unusedLimit: unusedLimit,
            clock: { clock?.now ?? Date() }, write: write, pass: pass)
    }

    func ledger(_ name: String = "journals", and peers: [String] = []) async throws -> WitnessLedger {
        try await WitnessJournals.ledger(in: directory.path(name), and: peers.map(directory.path), timeouts: .patient, hsm: hsm)
    }

    /// Returns the journals' files without locks.
    func names(_ name: String = "journals") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path(name)).filter { !$0.hasSuffix(".lock") }.sorted()
    }
}

/// The records that a reader received.
final class News: Sendable {
    private let state = Mutex<[WitnessRecord]>([])
    var records: [WitnessRecord] { state.withLock { $0 } }
    func add(_ record: WitnessRecord) { state.withLock { $0.append(record) } }

    /// Reads new records and returns only those.
    func read(_ journals: WitnessJournals) async throws -> [WitnessRecord] {
        state.withLock { $0 = [] }
        try await journals.readNews { [self] record, _ in add(record) }
        return records
    }
}
