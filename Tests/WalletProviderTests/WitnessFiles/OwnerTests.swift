// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Root creates no files that the servers' own user could not read.
@Suite(.enabled(if: geteuid() == 0, "only root can give a directory to another user"))
struct OwnerTests {
    @Test func `root cannot open a different user's journals, gets the right command, and leaves no file`() async throws {
        let stage = try await WitnessStage(.sqlite)
        await stage.stop()
        func give(to user: Int) throws {
            try FileManager.default.setAttributes([.ownerAccountID: NSNumber(value: user)], ofItemAtPath: stage.directory)
        }
        for name in stage.journals.names where name.hasSuffix(".lock") { try stage.journals.remove(name) }
        try give(to: 12_345)
        let names = stage.journals.names
        let refusals: [() async throws -> Void] = [
            { try await stage.start() },
            {
                try await Witness.acceptLoss(
                    stage.stage.store, in: stage.directory, hsm: stage.test.hsm, by: .operator(name: "test"), clock: { Date() })
            },
            {
                _ = try await Witness.begin(
                    stage.stage.store, in: stage.directory, timeouts: .patient, hsm: stage.test.hsm, by: .operator(name: "test"),
                    clock: { Date() })
            },
            { _ = try WitnessJournals.setAside(in: stage.directory, name: "old") },
        ]
        for refused in refusals {
            let error = await #expect(throws: AccountStoreError.self) { try await refused() }
            #expect(error?.code == .unavailable && error?.reason.contains("runuser") == true)
        }
        #expect(stage.journals.names == names)
        #expect(try await stage.stage.store.lastAuditRecord() == nil, "nothing is announced that is not done")
        // Reading is permitted.
        #expect(try await !stage.compare(writes: false).isBehind)
        try give(to: 0)
        try await stage.start()
        await stage.stop()
    }
}
