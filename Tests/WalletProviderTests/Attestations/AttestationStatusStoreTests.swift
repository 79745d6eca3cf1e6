// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// What every account store does with the status lists of wallet attestations.
struct AttestationStatusStoreTests {
    func stage(_ kind: StoreKind) async throws -> StoreStage {
        let stage = try await StoreStage(kind)
        #expect(try await stage.store.create(stage.newAccount()) == .created)
        return stage
    }

    let other = WalletID { [UInt8](repeating: 7, count: $0) }

    @Test(arguments: StoreKind.installed)
    func `the first candidate that is free is taken, also when it is larger than the list`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        func take(_ candidates: [Int64]) async throws -> AttestationStatusEntry? {
            try await stage.store.takeStatusEntry(for: stage.wallet, lifetime: 1000, candidates: candidates)
        }
        #expect(try await take([5, 6]) == AttestationStatusEntry(list: 1, entry: 5))
        #expect(try await take([5, 6]) == AttestationStatusEntry(list: 1, entry: 6))
        #expect(try await take([5, AttestationStatuses.listSize + 7]) == AttestationStatusEntry(list: 1, entry: 7))
        #expect(try await take([5, 6, 7]) == nil)
        #expect(try await take([]) == nil)
        #expect(try await take([(1 << 56) - 1]) == AttestationStatusEntry(list: 1, entry: AttestationStatuses.listSize - 1))
    }

    @Test(arguments: StoreKind.installed)
    func `a list in which so many are taken is followed by another one`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let candidates = [Int64](repeating: 5, count: AttestationStatuses.tries) + [5, 5]
        func take() async throws -> AttestationStatusEntry? {
            try await stage.store.takeStatusEntry(for: stage.wallet, lifetime: 1000, candidates: candidates)
        }
        #expect(try await take() == AttestationStatusEntry(list: 1, entry: 5))
        #expect(try await take() == AttestationStatusEntry(list: 2, entry: 5))
        #expect(try await take() == AttestationStatusEntry(list: 3, entry: 5))
        #expect(try await stage.store.attestationStatuses(inList: 3)?.size == AttestationStatuses.listSize)
        #expect(try await stage.store.attestationStatuses(inList: 4) == nil)
        #expect(try await stage.store.attestationStatuses(inList: 0) == nil)
    }

    @Test(arguments: StoreKind.installed)
    func `at the same time everybody gets an entry of their own`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let candidates = (0..<40).map { Int64($0 % 20) }
        let taken = try await withThrowingTaskGroup(of: AttestationStatusEntry?.self) { group in
            for _ in 0..<30 {
                group.addTask { try await stage.store.takeStatusEntry(for: stage.wallet, lifetime: 1000, candidates: candidates) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let entries = taken.compactMap { $0 }
        #expect(entries.count == 30)
        #expect(Set(entries).count == 30)
    }

    /// How a wallet ends.
    enum Ending: CaseIterable {
        case revoked, deregistered, forgotten
    }

    @Test(arguments: StoreKind.installed, Ending.allCases)
    func `the entries of a wallet that is over say so, and no others`(_ kind: StoreKind, _ ending: Ending) async throws {
        let stage = try await stage(kind)
        #expect(try await stage.store.create(stage.newAccount(other, hash: 2, mark: 2)) == .created)
        for entry: Int64 in [3, 9] {
            _ = try await stage.store.takeStatusEntry(for: stage.wallet, lifetime: 100_000_000, candidates: [entry])
        }
        _ = try await stage.store.takeStatusEntry(for: other, lifetime: 100_000_000, candidates: [4])
        #expect(
            try await stage.store.attestationStatuses(inList: 1)
                == AttestationStatuses(size: AttestationStatuses.listSize, revoked: [], isSolutionRevoked: false))
        switch ending {
        case .revoked: _ = try await stage.store.revoke(stage.wallet, because: .userRequest)
        case .deregistered, .forgotten:
            _ = try await stage.issue(2)
            #expect(
                try await stage.store.accept(
                    stage.message(3), answering: stage.challenge, evenIfRevoked: false, pinVersion: nil, change: .deregister,
                    answer: stage.answer))
            if ending == .forgotten {
                try await stage.advance(milliseconds: 1000)
                try await stage.store.removeExpired(answers: 500, unusedAccounts: 100_000)
                #expect(try await stage.store.account(of: stage.wallet) == nil)
            }
        }
        let statuses = try #require(try await stage.store.attestationStatuses(inList: 1))
        #expect(statuses.revoked.sorted() == [3, 9])
        #expect(!statuses.isSolutionRevoked)
    }

    @Test(arguments: StoreKind.installed)
    func `with the solution all are revoked`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        _ = try await stage.store.takeStatusEntry(for: stage.wallet, lifetime: 1000, candidates: [3])
        _ = try await stage.store.revokeSolution()
        #expect(try await stage.store.attestationStatuses(inList: 1)?.isSolutionRevoked == true)
    }

    @Test(arguments: StoreKind.installed)
    func `what is over is removed, and the newest list stays`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let full = [Int64](repeating: 5, count: AttestationStatuses.tries + 1)
        func take(_ lifetime: Int64, _ candidates: [Int64]) async throws -> AttestationStatusEntry? {
            try await stage.store.takeStatusEntry(for: stage.wallet, lifetime: lifetime, candidates: candidates)
        }
        _ = try await take(1000, full)
        _ = try await take(1000, [6])
        _ = try await take(3000, full)
        _ = try await stage.store.revoke(stage.wallet, because: .adminRequest)
        func sweep() async throws { try await stage.store.removeExpired(answers: 1000, unusedAccounts: 100_000_000) }
        try await stage.advance(milliseconds: 999)
        try await sweep()
        #expect(try await stage.store.attestationStatuses(inList: 1)?.revoked.sorted() == [5, 6])
        try await stage.advance(milliseconds: 1)
        try await sweep()
        #expect(try await stage.store.attestationStatuses(inList: 1) == nil)
        #expect(try await stage.store.attestationStatuses(inList: 2)?.revoked == [5])
        try await stage.advance(milliseconds: 2000)
        try await sweep()
        #expect(try await stage.store.attestationStatuses(inList: 2)?.revoked == [])
        #expect(try await take(1000, [5]) == AttestationStatusEntry(list: 2, entry: 5))
    }
}
