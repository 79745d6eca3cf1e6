// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

/// Deleted events are gone from the file, and what stays is still found.
struct HistoryDeletionTests {
    /// A wallet with five events of a card and one of another: `a` has 1, 3, 4, 5, 6, and `b` has 2.
    private func filled() async throws -> HistoryStage {
        let stage = try await HistoryStage()
        for name in ["a", "b"] { try await stage.core.issueCard(name) }
        for _ in 0..<4 { try await stage.core.share(["a"]) }
        return stage
    }

    // MARK: One event

    @Test(arguments: [Int64(1), 4, 6])
    func `a deleted event is neither shown nor counted, and the events before it are found`(number: Int64) async throws {
        let stage = try await filled()
        let sealed = try #require(try await stage.core.store().sealedValue(.event(number)))
        try await stage.core.deleteEvent(number)
        #expect(try await stage.core.event(number) == nil)
        for card in [nil, CardID("a")] {
            let events = try await stage.core.events(of: card)
            #expect(events.map(\.number) == [6, 5, 4, 3, 2, 1].filter { $0 != number && (card == nil || $0 != 2) })
            #expect(events.unreadableCount == 0)
        }
        #expect(try await stage.core.events(limit: 3).count == 3)
        for file in try stage.phone.contents().values { #expect(file.range(of: sealed) == nil) }
        let stored = try #require(try await stage.core.store().value(.event(number)))
        #expect(stored == StoredEvent.erased(stored.links ?? []) && stored.links?.count == 1)
    }

    @Test func `new events follow a deleted head`() async throws {
        let stage = try await filled()
        try await stage.core.deleteEvent(6)
        try await stage.core.share(["a"])
        #expect(try await stage.numbers(of: "a") == [7, 5, 4, 3, 1])
    }

    @Test func `a deleted renewal does not part the card from those before it`() async throws {
        let stage = try await filled()
        try await stage.core.issueCard("c", replacing: "a")
        try await stage.core.deleteEvent(7)
        #expect(try await stage.numbers(of: "c") == [6, 5, 4, 3, 1])
        #expect(try await stage.pages(of: "c", size: 2) == [6, 5, 4, 3, 1])
    }

    @Test func `deleted events that follow one another are passed over, and no card loses what another has between`() async throws {
        let stage = try await filled()
        for number in [3, 4, 5] as [Int64] { try await stage.core.deleteEvent(number) }
        #expect(try await stage.core.store().value(.event(5))?.skip == 2)
        let reads = try await stage.countReads()
        #expect(try await stage.numbers() == [6, 2, 1])
        #expect(reads.count == 4)
        #expect(try await stage.numbers(of: "a") == [6, 1])
        #expect(try await stage.numbers(of: "b") == [2])
        // A row without links does not pass over rows with links, which the history of a card may need.
        try await stage.core.record(StoredEvent(.pinChanged, at: StoredEvents.date), in: [])
        for number in [6, 7] as [Int64] { try await stage.core.deleteEvent(number) }
        #expect(try await stage.core.store().value(.event(7)) == StoredEvent.erased([]))
        #expect(try await stage.numbers() == [2, 1])
    }

    @Test(arguments: [9, 4, -7, Int64.max, .min])
    func `a number to read next that leads upwards or nowhere ends`(skip: Int64) async throws {
        let stage = try await filled()
        try await stage.core.store().change { changes throws(WalletCoreError) in
            try changes.set(.event(4), to: StoredEvent.erased([], skip: skip))
        }
        #expect(try await stage.numbers() == (skip < 0 ? [6, 5] : [6, 5, 3, 2, 1]))
    }

    @Test func `deleting twice, or an event that does not exist, changes nothing`() async throws {
        let stage = try await filled()
        try await stage.core.deleteEvent(4)
        let before = try stage.phone.trace()
        for number in [4, 0, -1, 7, Int64.max, .min] { try await stage.core.deleteEvent(number) }
        #expect(try stage.phone.trace() == before)
    }

    @Test func `a damaged event can be deleted, and is then not counted`() async throws {
        let stage = try await filled()
        try await stage.damage(4)
        #expect(try await stage.core.events().unreadableCount == 1)
        try await stage.core.deleteEvent(4)
        let events = try await stage.core.events(of: CardID("a"))
        #expect(events.map(\.number) == [6, 5, 3, 1] && events.unreadableCount == 0)
    }

    @Test func `an event whose row is missing can be deleted, and is then not counted`() async throws {
        let stage = try await filled()
        try await stage.change("DELETE FROM event WHERE name = '4'")
        #expect(try await stage.core.events().unreadableCount == 1)
        try await stage.core.deleteEvent(4)
        for card in [nil, CardID("a")] {
            let events = try await stage.core.events(of: card)
            #expect(events.map(\.number) == [6, 5, 3, 2, 1].filter { card == nil || $0 != 2 } && events.unreadableCount == 0)
        }
        #expect(try await stage.core.store().value(.event(4)) == StoredEvent.erased([]))
    }

    @Test func `the event of an answer in flight is not deleted before it is settled`() async throws {
        let stage = try await filled()
        let number = try await stage.core.beginSharing("a")
        await expect(.sharing(.busy)) { try await stage.core.deleteEvent(number) }
        #expect(try await stage.core.event(number) != nil)
        try await stage.core.settleSharing(.refused)
        try await stage.core.deleteEvent(number)
        #expect(try await stage.core.event(number) == nil)
    }

    @Test func `a report keeps what it tells when the event that it is about is deleted`() async throws {
        let stage = try await filled()
        var report = StoredEvents.shared(["a"])
        report.about = 4
        try await stage.core.record(report, in: [])
        try await stage.core.deleteEvent(4)
        let event = try #require(try await stage.core.event(7))
        #expect(event.about == 4 && event.sharing?.organizationName == "Shop")
    }

    // MARK: All events

    @Test func `the event that tells of the deletion cannot be deleted itself`() async throws {
        let stage = try await filled()
        try await stage.core.deleteHistory()
        try await stage.core.deleteEvent(7)
        #expect(try await stage.core.events().map(\.kind) == [.historyErased])
    }

    @Test func `all events are gone from the file, and one tells of it`() async throws {
        let stage = try await filled()
        let store = try await stage.core.store()
        let sealed = try store.sealedValues(in: .event).map(\.sealed)
        try await stage.core.deleteHistory()
        let events = try await stage.core.events()
        #expect(events.map(\.number) == [7] && events.first?.kind == .historyErased && events.unreadableCount == 0)
        #expect(try await stage.numbers(of: "a").isEmpty)
        #expect(try await stage.numbers(of: "b").isEmpty)
        #expect(try store.sealedValues(in: .event).map(\.name) == ["7"])
        for file in try stage.phone.contents().values {
            for row in sealed { #expect(file.range(of: row) == nil) }
        }
        try await stage.core.share(["a"])
        #expect(try await stage.numbers(of: "a") == [8])
        #expect(try await stage.numbers(of: "a", before: 8).isEmpty)
        // The cards stay.
        #expect(try await stage.core.readCards().count == 2)
    }

    @Test func `an old row that is put back is not shown`() async throws {
        let stage = try await filled()
        let sealed = try #require(try await stage.core.store().sealedValue(.event(6)))
        try await stage.core.deleteHistory()
        let hex = sealed.map { String(format: "%02x", $0) }.joined()
        try await stage.change("INSERT INTO event (name, sealed) VALUES ('6', x'\(hex)')")
        #expect(try await stage.numbers() == [7])
        #expect(try await stage.numbers(of: "a").isEmpty)
        #expect(try await stage.core.event(6) == nil)
    }

    @Test func `an answer in flight stays, and later events are emptied`() async throws {
        let stage = try await filled()
        let number = try await stage.core.beginSharing("a")
        try await stage.core.share(["a", "b"])
        try await stage.core.deleteHistory()
        #expect(try await stage.numbers() == [9, number])
        #expect(try await stage.numbers(of: "a") == [number])
        #expect(try await stage.numbers(of: "b").isEmpty)
        #expect(try await stage.core.store().value(.event(8))?.isErased == true)
        try await stage.enterPIN()
        try await stage.core.deleteHistory()
        #expect(try await stage.numbers() == [10, number])
        try await stage.core.settleSharing(.delivered)
        #expect(try await stage.core.event(number)?.sharing?.outcome == .delivered)
        try await stage.enterPIN()
        try await stage.core.deleteHistory()
        #expect(try await stage.numbers() == [11])
    }

    @Test func `a history without events can be deleted`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.deleteHistory()
        #expect(try await stage.core.events().map(\.kind) == [.historyErased])
        #expect(try await stage.numbers() == [1])
    }

    @Test func `a disk that fails at any write of a deletion leaves all events or none`() async throws {
        for number in 1..<100 {
            let stage = try await filled()
            let calls = StoreSystemCalls(in: stage.phone.directory)
            defer { calls.stop() }
            calls.fail(number..<(.max), with: ENOSPC)
            do {
                try await stage.core.deleteHistory()
            } catch {
                #expect(error.code == .storeFull, "\(number): \(error)")
            }
            let isBeyond = calls.count < number
            calls.heal()
            let left = try await stage.numbers()
            #expect(left == [7] || left == [6, 5, 4, 3, 2, 1], "\(number)")
            if isBeyond { return }
        }
        Issue.record("the disk still failed at the last try")
    }

    // MARK: The PIN

    @Test func `all events are deleted only with the right PIN of the last minute, and one PIN deletes once`() async throws {
        let stage = try await filled()
        stage.phone.clock.advance(by: 61)
        await stage.core.noteActivity()
        await expect(.unexpected) { try await stage.core.deleteHistory() }
        #expect(try await stage.core.unlock(pin: Phone.otherPIN()) != .valid)
        await expect(.unexpected) { try await stage.core.deleteHistory() }
        #expect(try await stage.numbers().count == 6)
        try await stage.enterPIN()
        stage.phone.clock.advance(by: 60)
        await stage.core.noteActivity()
        try await stage.core.deleteHistory()
        await expect(.unexpected) { try await stage.core.deleteHistory() }
        #expect(try await stage.numbers() == [7])
    }

    @Test func `a lock ends the PIN, and a scan does not bring it back`() async throws {
        let stage = try await filled()
        let core = stage.core
        #expect(try await core.enableBiometrics())
        try await stage.enterPIN()
        await core.lock()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        await expect(.unexpected) { try await core.deleteHistory() }
        await expect(.unexpected) { try await core.keepHistory(false) }
        await expect(.unexpected) { try await core.exportHistory(in: "en") { $0.kind.rawValue } }
        await expect(.unexpected) { try await core.deleteCard(CardID("a")) }
        #expect(try await core.events().map(\.kind) == [.biometricsOn, .shared, .shared, .shared, .shared, .issued, .issued])
        try await stage.enterPIN()
        try await core.deleteHistory()
    }

    @Test func `a PIN that has confirmed biometric unlock serves no other call`() async throws {
        let stage = try await filled()
        try await stage.core.confirmRevocationCode()
        try await stage.enterPIN()
        #expect(try await stage.core.enableBiometrics())
        await expect(.unexpected) { try await stage.core.deleteHistory() }
        // Nor does a PIN that another call has taken confirm it.
        try await stage.core.disableBiometricUnlock()
        try await stage.enterPIN()
        try await stage.core.deleteHistory()
        #expect(try await stage.core.enableBiometricUnlock(prompt: "") == .proven)
        await expect(.unexpected) { try await stage.core.confirmBiometricUnlock() }
        #expect(try await !stage.core.isBiometricUnlockEnabled())
    }

    @Test(arguments: [true, false])
    func `the minute of the PIN begins when a slow unlock ends, unless the wallet was locked meanwhile`(isLocked: Bool) async throws {
        let stage = try await filled()
        let core = stage.core
        #expect(try await core.enableBiometrics())
        try await core.store().change { changes throws(WalletCoreError) in
            try changes.set(.idleKeys, to: [SharedCards.keyID("earlier")])
        }
        let pin = try Phone.pin()
        let (arrived, goesOn) = stage.phone.provider.hold(.instruction(.deleteKeys))
        async let check = core.unlock(pin: pin)
        await arrived.wait()
        stage.phone.clock.advance(by: 61)
        await core.noteActivity()
        if isLocked { await core.lock() }
        goesOn.set()
        let outcome = try await check
        #expect(outcome == .valid)
        if isLocked {
            #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
            await expect(.unexpected) { try await core.deleteHistory() }
        } else {
            try await core.deleteHistory()
            #expect(try await stage.numbers() == [8])
        }
    }

    @Test(arguments: [true, false])
    func `the PIN counts when the call is made, however long an answer is being sent meanwhile`(deletes: Bool) async throws {
        let stage = try await SharingStage()
        let core = stage.core
        #expect(try await stage.approve(stage.offer()) == .valid)
        let (arrived, goesOn) = stage.holdAnswer()
        async let sent = core.sendSharing()
        await arrived.wait()
        _ = try await core.unlock(pin: Phone.pin())
        async let call: Void = deletes ? core.deleteHistory() : core.keepHistory(false)
        try await eventually { await !core.hasRightPIN }
        stage.phone.clock.advance(by: 61)
        await core.noteActivity()
        goesOn.set()
        _ = try await sent
        try await call
        #expect(try await core.events().map(\.kind) == (deletes ? [.historyErased] : [.historyOff, .shared]))
    }

    @Test(arguments: [true, false])
    func `a lock while an answer is being sent ends the call, also if the wallet is open again`(deletes: Bool) async throws {
        let stage = try await SharingStage()
        let core = stage.core
        #expect(try await stage.approve(stage.offer()) == .valid)
        let (arrived, goesOn) = stage.holdAnswer()
        async let sent = core.sendSharing()
        await arrived.wait()
        _ = try await core.unlock(pin: Phone.pin())
        async let call: Void = deletes ? core.deleteHistory() : core.keepHistory(false)
        try await eventually { await !core.hasRightPIN }
        try await core.relock()
        goesOn.set()
        _ = try await sent
        do {
            try await call
            Issue.record("nothing was thrown")
        } catch let error as WalletCoreError {
            #expect(error.code == .locked)
        }
        #expect(try await core.events().map(\.kind) == [.shared])
        #expect(try await core.isHistoryKept())
    }

    @Test func `a PIN of another process does not count`() async throws {
        let phone = try Phone()
        let core = try await phone.registered()
        await expect(.unexpected) { try await core.deleteHistory() }
        await expect(.unexpected) { try await core.keepHistory(false) }
        #expect(try await core.events().isEmpty)
    }
}
