// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletProvider
import WitnessFiles

/// Root creates no files that the servers' own user could not read.
struct JournalOwnerTests {
    @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
    func `commands that write as root into a different user's directory fail and change nothing`() async throws {
        let stage = try JournalStage()
        let journals = try await stage.open()
        try await journals.append(.account(stage.account(1)))
        await journals.close()
        try FileManager.default.setAttributes([.ownerAccountID: 12_345], ofItemAtPath: stage.place)
        let files = try FileManager.default.contentsOfDirectory(atPath: stage.place).sorted()
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await stage.open() }
        await #expect(throws: AccountStoreError(.unavailable, "")) {
            try await WitnessJournals.acceptLoss(in: stage.place, hsm: stage.hsm)
        }
        #expect(throws: AccountStoreError(.unavailable, "")) { try WitnessJournals.setAside(in: stage.place, name: "aside") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: stage.place).sorted() == files)
        #expect(try await stage.ledger().accounts.count == 1)
    }
}
