// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// A pending entry is given out again; an entry whose attestation was handed out is not.
struct PendingEntryStoreTests {
    func stage(_ kind: StoreKind) async throws -> StoreStage {
        let stage = try await StoreStage(kind)
        #expect(try await stage.store.create(stage.newAccount()) == .created)
        #expect(try await stage.take(2))
        return stage
    }

    func handOut(_ number: Int64, on stage: StoreStage, change: AccountChange = .handOutAttestation) async throws -> Bool {
        try await stage.store.accept(
            stage.message(number), evenIfRevoked: false, pinVersion: nil, change: change, answer: stage.answer)
    }

    func take(
        _ entry: Int64, number: Int64 = 3, lifetime: Int64 = 1000, maximum: Int64 = 1000, on stage: StoreStage
    ) async throws -> StatusEntryOutcome {
        try await stage.take([entry], lifetime: lifetime, maximum: maximum, number: number, handsOut: false)
    }

    func taken(_ entry: Int64) -> StatusEntryOutcome { .taken(AttestationStatusEntry(list: 1, entry: entry)) }

    @Test(arguments: StoreKind.installed)
    func `an unsigned attestation leaves one entry, whatever message follows`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        for number in 3..<9 as Range<Int64> { #expect(try await take(number, number: number, on: stage) == taken(3)) }
        #expect(try await stage.take(10))
        #expect(try await take(4, number: 11, maximum: 1, on: stage) == taken(3))
        #expect(try await handOut(11, on: stage))
        #expect(try await stage.take(12))
        #expect(try await take(4, number: 13, maximum: 1, on: stage) == .tooMany)
        #expect(try await take(4, number: 13, maximum: 2, on: stage) == taken(4))
    }

    @Test(arguments: StoreKind.installed)
    func `the lifetime of a pending entry starts again each time it is returned`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(try await take(3, on: stage) == taken(3))
        try await stage.advance(milliseconds: 999)
        #expect(try await take(4, on: stage) == taken(3))
        try await stage.advance(milliseconds: 500)
        try await stage.store.removeExpired(answers: 1_000_000, unusedAccounts: 1_000_000)
        #expect(try await take(4, on: stage) == taken(3))
        try await stage.advance(milliseconds: 1000)
        // Expired but not removed yet.
        #expect(try await take(4, on: stage) == taken(3))
        try await stage.advance(milliseconds: 1000)
        try await stage.store.removeExpired(answers: 1_000_000, unusedAccounts: 1_000_000)
        #expect(try await take(4, on: stage) == taken(4))
    }

    // MARK: Entries that are not given out again

    @Test(arguments: StoreKind.installed)
    func `rejected messages and other changes hand out no entry`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(try await take(3, number: 5, on: stage) == taken(3))
        #expect(try await !handOut(2, on: stage))
        #expect(try await take(4, number: 5, on: stage) == taken(3))
        #expect(try await handOut(5, on: stage, change: .none))
        #expect(try await !handOut(5, on: stage))
        #expect(try await stage.take(6))
        #expect(try await take(4, number: 7, on: stage) == taken(3))
        #expect(try await handOut(7, on: stage))
        #expect(try await stage.take(8))
        #expect(try await take(4, number: 9, on: stage) == taken(4))
    }

    @Test(arguments: StoreKind.installed)
    func `a different wallet does not get the entry and hands out only its own`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let other = WalletID { [UInt8](repeating: 7, count: $0) }
        #expect(try await stage.store.create(stage.newAccount(other, hash: 2, mark: 2)) == .created)
        #expect(try await stage.takeOther(other))
        #expect(try await take(3, on: stage) == taken(3))
        #expect(try await stage.take([3], of: other, handsOut: false) == .noneFree)
        #expect(try await stage.take([4], of: other, handsOut: false) == taken(4))
        #expect(try await handOut(3, on: stage))
        #expect(try await stage.take([5], of: other, handsOut: false) == taken(4))
    }

    @Test(arguments: StoreKind.installed)
    func `of concurrent messages of a wallet no two hand out the same entry`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let outcomes = try await withThrowingTaskGroup(of: (StatusEntryOutcome, Bool).self) { group in
            for number in 0..<24 {
                group.addTask {
                    let outcome = try await take(Int64(number), number: 3 + Int64(number), maximum: 5, on: stage)
                    // As the provider: without an entry nothing is handed out.
                    guard outcome.entry != nil else { return (outcome, false) }
                    return (outcome, try await handOut(3 + Int64(number), on: stage))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let handedOut = outcomes.filter(\.1).map(\.0)
        #expect((1...5).contains(handedOut.count))
        let entries = Set(handedOut.compactMap(\.entry))
        #expect(entries.count == handedOut.count)
        #expect(outcomes.allSatisfy { $0.0.entry != nil || $0.0 == .unfit || $0.0 == .tooMany })
    }
}
