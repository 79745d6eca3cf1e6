// SPDX-License-Identifier: EUPL-1.2

import HSM
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

@testable import WitnessFiles

/// Intents in records, ledgers and files.
struct IntentTests {
    private let stage: JournalStage

    init() throws {
        stage = try JournalStage()
    }

    private func intent(_ number: UInt8, _ sequenceNumber: Int64, counter: UInt32? = nil) -> WitnessRecord {
        .intent(stage.walletID(number), WitnessIntent(sequenceNumber: sequenceNumber, counter: counter))
    }

    private func attempt(_ number: UInt8, _ sequenceNumber: Int64, count: Int64) -> WitnessRecord {
        .attempt(stage.walletID(number), counter: nil, .init(count: count, sequenceNumber: sequenceNumber, waitUntil: nil))
    }

    private func ledger(_ records: [WitnessRecord], _ slot: Int = 1) throws -> WitnessLedger {
        var ledger = WitnessLedger(of: WitnessSource(directory: 0, slot: slot))
        try ledger.add(.account(stage.account(1)))
        for record in records { try ledger.add(record) }
        return ledger
    }

    private func openIntent(_ ledger: WitnessLedger) -> Int64? { ledger.intents[stage.walletID(1)]?.sequenceNumber }

    @Test func `an intent is read back as written, and nothing else parses`() throws {
        for record in [intent(1, 7), intent(2, Int64.max >> 11, counter: .max)] {
            #expect(try WitnessRecord(parsing: record.encode()) == record)
        }
        for text in [#"{"intent":{"seq":7}}"#, #"{"intent":{"wallet_id":"AAAA","seq":7}}"#, #"{"intent":7}"#] {
            #expect(throws: AccountStoreError(.damaged, "")) { try WitnessRecord(parsing: Array(text.utf8)) }
        }
    }

    @Test func `an intent says nothing about the database`() throws {
        let (before, after) = (try ledger([]), try ledger([intent(1, 7), intent(1, 9)]))
        #expect(after.accounts == before.accounts)
        #expect(after.latest == before.latest)
        #expect(openIntent(after) == 9)
    }

    @Test func `an intent is closed by any record with its number or a higher one, before or after it, in any journal`() throws {
        let closing = [attempt(1, 7, count: 0), attempt(1, 7, count: 1), attempt(1, 8, count: 2)]
        for record in closing {
            #expect(openIntent(try ledger([intent(1, 7), record])) == nil)
            #expect(openIntent(try ledger([record, intent(1, 7)])) == nil)
            for order in [[[intent(1, 7)], [record]], [[record], [intent(1, 7)]]] {
                var merged = try ledger(order[0])
                merged.merge(try ledger(order[1], 2))
                #expect(openIntent(merged) == nil)
            }
        }
        #expect(openIntent(try ledger([attempt(1, 7, count: 1), intent(1, 8)])) == 8)
        #expect(openIntent(try ledger([intent(1, 8), attempt(1, 7, count: 1)])) == 8)
        var merged = try ledger([attempt(1, 7, count: 1)])
        merged.merge(try ledger([intent(1, 8)], 2))
        #expect(openIntent(merged) == 8)
    }

    @Test func `a snapshot keeps open intents and drops the others`() throws {
        let kept = try ledger([intent(1, 7)])
        #expect(kept.records.last == intent(1, 7))
        var again = WitnessLedger()
        for record in kept.records { try again.add(record) }
        #expect(openIntent(again) == 7)
        let dropped = try ledger([intent(1, 7), attempt(1, 7, count: 1)])
        #expect(dropped.records.count == 1)
        var forgetting = try ledger([intent(1, 7)])
        forgetting.forget(unusedBefore: Timestamp(milliseconds: .max))
        #expect(openIntent(forgetting) == 7)
    }

    @Test func `the intent of a wallet that left is dropped, and one without its wallet is damage`() throws {
        var gone = try ledger([intent(1, 7)])
        try gone.add(.gone(stage.walletID(1)))
        try gone.add(intent(1, 9))
        #expect(gone.records == [.gone(stage.walletID(1))])
        var left = try ledger([intent(1, 7)])
        left.forget(unusedBefore: nil) { _ in true }
        #expect(left.intents.isEmpty)
        var merged = try ledger([intent(1, 7)])
        merged.merge(gone)
        #expect(merged.intents.isEmpty)
        #expect(throws: AccountStoreError(.damaged, "")) { try left.add(intent(2, 7)) }
    }

    @Test func `an open intent counts as one attempt, and no state improves`() {
        var account = stage.account(1)
        let spent = account.spending(WitnessIntent(sequenceNumber: 9, counter: 5))
        #expect(spent.attempts == .init(count: 1, sequenceNumber: 9, waitUntil: nil))
        #expect(spent.sequenceNumber == 9)
        #expect(spent.assertionCounter == 5)
        let until = Timestamp(milliseconds: 17)
        account.attempts = .init(count: 4, sequenceNumber: 6, waitUntil: until)
        let waiting = account.spending(WitnessIntent(sequenceNumber: 9, counter: nil))
        #expect(waiting.attempts == .init(count: 4, sequenceNumber: 9, waitUntil: until))
        #expect(waiting.losses(comparedWith: account).isEmpty)
    }

    // MARK: Files

    @Test func `intents survive restarts and snapshots`() async throws {
        let journals = try await stage.open()
        try await journals.append(.account(stage.account(1)))
        try await journals.append(intent(1, 7))
        try await journals.compact()
        await journals.close()
        #expect(openIntent(try await stage.ledger()) == 7)
        let again = try await stage.open()
        again.note(attempt(1, 7, count: 1))
        // Without waiting for another record.
        try await again.recordHeads()
        #expect(openIntent(try await stage.ledger()) == nil)
        await again.close()
    }

    private func file(format: Int64) async throws -> [UInt8] {
        let crypto = try await JournalCrypto(stage.hsm)
        let header = JournalHeader(slot: 1, number: 1, kind: .segment, after: JournalCrypto.start, format: format)
        let (first, seal) = JournalWriter.block(header.encode(), number: 0, after: JournalCrypto.start, crypto)
        let (second, _) = JournalWriter.block(WitnessRecord.account(stage.account(1)).encode(), number: 1, after: seal, crypto)
        return first + second
    }

    private func writeFile(format: Int64) async throws {
        let journals = try await stage.open()
        await journals.close()
        for name in try stage.names() { try stage.directory.remove("journals/\(name)") }
        try stage.directory.write(try await file(format: format), to: "journals/1.00000001.journal")
    }

    @Test func `a journal of the former format is read, and continued in a new segment`() async throws {
        try await writeFile(format: 1)
        let former = try await file(format: 1)
        #expect(try await stage.ledger().accounts.count == 1)
        let journals = try await stage.open()
        try await journals.append(intent(1, 7))
        // A snapshot may have replaced the former file by now, but nothing was added to it.
        if let left = try? stage.directory.bytes("journals/1.00000001.journal") { #expect(left == former) }
        await journals.close()
        #expect(openIntent(try await stage.ledger()) == 7)
        #expect(try await stage.ledger().accounts.count == 1)
        #expect(try !stage.names().contains("1.00000003.journal"))
        let again = try await stage.open()
        await again.close()
        #expect(try !stage.names().contains("1.00000003.journal"))
    }

    @Test(arguments: [0, JournalHeader.format + 1, Int64.max >> 11])
    func `a format that this version does not know is refused`(_ format: Int64) async throws {
        try await writeFile(format: format)
        await #expect(throws: AccountStoreError(.newerVersion, "")) { try await stage.ledger() }
        await #expect(throws: AccountStoreError(.newerVersion, "")) { try await stage.open() }
    }

    @Test func `new files have a format that older versions refuse`() throws {
        let header = JournalHeader(slot: 1, number: 1, kind: .segment, after: JournalCrypto.start)
        #expect(header.format == 2)
        let parsed = try JournalHeader(parsing: header.encode()[...], path: "")
        #expect(parsed == header)
    }
}
