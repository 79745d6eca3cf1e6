// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// Status lists of wallet attestations in every account store.
struct AttestationStatusStoreTests {
    func stage(_ kind: StoreKind) async throws -> StoreStage {
        let stage = try await StoreStage(kind)
        #expect(try await stage.store.create(stage.newAccount()) == .created)
        #expect(try await stage.take(2))
        return stage
    }

    let other = WalletID { [UInt8](repeating: 7, count: $0) }

    @Test(arguments: StoreKind.installed)
    func `the first free candidate for an entry is used, even if it exceeds the list's size`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        func take(_ candidates: [Int64]) async throws -> AttestationStatusEntry? { try await stage.take(candidates).entry }
        #expect(try await take([5, 6]) == AttestationStatusEntry(list: 1, entry: 5))
        #expect(try await take([5, 6]) == AttestationStatusEntry(list: 1, entry: 6))
        #expect(try await take([5, AttestationStatuses.listSize + 7]) == AttestationStatusEntry(list: 1, entry: 7))
        #expect(try await take([5, 6, 7]) == nil)
        #expect(try await take([]) == nil)
        #expect(try await take([(1 << 56) - 1]) == AttestationStatusEntry(list: 1, entry: AttestationStatuses.listSize - 1))
    }

    @Test(arguments: StoreKind.installed)
    func `a nearly full list is followed by a new list`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let candidates = [Int64](repeating: 5, count: AttestationStatuses.tries) + [5, 5]
        func take() async throws -> AttestationStatusEntry? {
            try await stage.take(candidates).entry
        }
        #expect(try await take() == AttestationStatusEntry(list: 1, entry: 5))
        #expect(try await take() == AttestationStatusEntry(list: 2, entry: 5))
        #expect(try await take() == AttestationStatusEntry(list: 3, entry: 5))
        #expect(try await stage.store.attestationStatuses(inList: 3)?.size == AttestationStatuses.listSize)
        #expect(try await stage.store.attestationStatuses(inList: 4) == nil)
        #expect(try await stage.store.attestationStatuses(inList: 0) == nil)
    }

    @Test(arguments: StoreKind.installed)
    func `concurrent requests get different entries of the status list`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let wallets = (0..<30).map { number in WalletID { [UInt8](repeating: UInt8(number), count: $0) } }
        for (number, wallet) in wallets.enumerated() {
            _ = try await stage.store.create(stage.newAccount(wallet, hash: UInt8(number), mark: UInt8(number)))
            #expect(try await stage.takeOther(wallet))
        }
        let candidates = (0..<40).map { Int64($0 % 20) }
        let taken = try await withThrowingTaskGroup(of: AttestationStatusEntry?.self) { group in
            for wallet in wallets {
                group.addTask { try await stage.take(candidates, of: wallet, handsOut: false).entry }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let entries = taken.compactMap { $0 }
        #expect(entries.count == 30)
        #expect(Set(entries).count == 30)
    }

    /// The ways in which a wallet ends.
    enum Ending: CaseIterable {
        case revoked, deregistered, forgotten
    }

    @Test(arguments: StoreKind.installed, Ending.allCases)
    func `the entries of an ended wallet are revoked, and no other entries`(_ kind: StoreKind, _ ending: Ending) async throws {
        let stage = try await stage(kind)
        #expect(try await stage.store.create(stage.newAccount(other, hash: 2, mark: 2)) == .created)
        for entry: Int64 in [3, 9] {
            #expect(try await stage.take([entry], lifetime: 100_000_000).entry?.entry == entry)
        }
        _ = try await stage.takeOther(other)
        #expect(try await stage.take([4], lifetime: 100_000_000, of: other).entry?.entry == 4)
        #expect(
            try await stage.store.attestationStatuses(inList: 1)
                == AttestationStatuses(size: AttestationStatuses.listSize, revoked: [], isSolutionRevoked: false))
        switch ending {
        case .revoked: _ = try await stage.store.revoke(stage.wallet, because: .userRequest)
        case .deregistered, .forgotten:
            #expect(
                try await stage.store.accept(
                    stage.message(3), evenIfRevoked: false, pinVersion: nil, change: .deregister,
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
    func `revoking the solution revokes all entries`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(try await stage.take([3]).entry != nil)
        _ = try await stage.store.revokeSolution()
        #expect(try await stage.store.attestationStatuses(inList: 1)?.isSolutionRevoked == true)
        #expect(try await stage.take([4]) == .unfit)
    }

    @Test(arguments: StoreKind.installed)
    func `expired entries and lists are removed, and the newest list stays`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let full = [Int64](repeating: 5, count: AttestationStatuses.tries + 1)
        func take(_ lifetime: Int64, _ candidates: [Int64]) async throws -> AttestationStatusEntry? {
            try await stage.take(candidates, lifetime: lifetime).entry
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
        #expect(try await stage.store.create(stage.newAccount(other, hash: 2, mark: 2)) == .created)
        _ = try await stage.takeOther(other)
        #expect(try await stage.take([5], of: other) == .taken(AttestationStatusEntry(list: 2, entry: 5)))
    }

    // MARK: Requests that take no entry

    @Test(arguments: StoreKind.installed)
    func `a wallet at its maximum gets an entry only after one expires`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(try await stage.take([1], lifetime: 1000, maximum: 2).entry != nil)
        #expect(try await stage.take([2], lifetime: 2000, maximum: 2).entry != nil)
        #expect(try await stage.take([3], maximum: 2) == .tooMany)
        #expect(try await stage.store.create(stage.newAccount(other, hash: 2, mark: 2)) == .created)
        _ = try await stage.takeOther(other)
        #expect(try await stage.take([3], maximum: 1, of: other).entry != nil)
        try await stage.advance(milliseconds: 999)
        #expect(try await stage.take([4], maximum: 2) == .tooMany)
        try await stage.advance(milliseconds: 1)
        #expect(try await stage.take([4], maximum: 2).entry != nil)
        #expect(try await stage.take([5], maximum: 2) == .tooMany)
    }

    @Test(arguments: StoreKind.installed)
    func `a message that is not accepted uses no entry of the status list`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(try await stage.take([1], number: 2) == .unfit)
        #expect(try await stage.take([1], of: other) == .unfit)
        #expect(try await stage.take(4))
        #expect(try await stage.take([1], number: 5).entry != nil)
        let accepted = try await stage.store.accept(
            stage.message(5), evenIfRevoked: false, pinVersion: nil, change: .none, answer: stage.answer)
        #expect(accepted)
        // The number is used.
        #expect(try await stage.take([2], number: 5) == .unfit)
        // While an entry is pending for a message, no message with a smaller number takes or hands out an entry.
        #expect(try await stage.take([2], number: 7, handsOut: false).entry != nil)
        #expect(try await stage.take([2], number: 6) == .unfit)
        #expect(try await !stage.take(6))
        #expect(try await stage.take(7))
        _ = try await stage.store.revoke(stage.wallet, because: .userRequest)
        #expect(try await stage.take([2], number: 8) == .unfit)
    }
}

extension StatusEntryOutcome {
    /// The entry that was taken; nil if none was taken.
    var entry: AttestationStatusEntry? { if case .taken(let entry) = self { entry } else { nil } }
}

extension StoreStage {
    /// Requests an entry, by default with a message that fits.
    ///
    /// - Parameter handsOut: true if the attestation was handed out, so that the next request gets a different entry.
    func take(
        _ candidates: [Int64], lifetime: Int64 = 1000, maximum: Int64 = 1000, number: Int64 = 3, of other: WalletID? = nil,
        handsOut: Bool = true
    ) async throws -> StatusEntryOutcome {
        let outcome = try await store.takeStatusEntry(
            StatusEntryRequest(
                message: message(number, of: other), lifetime: lifetime, maximum: maximum, candidates: candidates))
        // SQL that both databases understand.
        if handsOut, outcome.entry != nil { try await run(["UPDATE attestation SET is_pending = (1 = 0)"]) }
        return outcome
    }

    /// Accepts a message of a different wallet without an effect.
    func takeOther(_ other: WalletID) async throws -> Bool {
        try await store.accept(message(2, of: other), evenIfRevoked: false, pinVersion: nil, change: .none, answer: answer)
    }

    func message(_ number: Int64, of other: WalletID?) -> MessageIdentity {
        MessageIdentity(
            walletID: other ?? wallet, sequenceNumber: number, assertionCounter: UInt32(number),
            requestHash: [UInt8](repeating: 9, count: 32))
    }
}
