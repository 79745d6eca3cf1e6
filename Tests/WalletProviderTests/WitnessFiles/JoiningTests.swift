// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// A second machine joins a running provider: its own directory is empty, but the database is not.
struct JoiningTests {
    private let stage: WitnessStage
    private let other: TemporaryDirectory

    init() async throws {
        stage = try await WitnessStage(.sqlite)
        other = try TemporaryDirectory()
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
    }

    private func join(_ peers: [String], hsm: (any HSM)? = nil) async throws -> Witness {
        try await Witness.open(
            stage.stage.store, in: other.url.path, and: peers, hsm: hsm ?? stage.test.hsm, for: .serving, timeouts: .patient,
            unusedAccountLifetime: 86_400_000,
            clock: { [clock = stage.test.clock] in clock.now })
    }

    private var journals: [String] { other.names.filter { !$0.hasSuffix(".lock") } }

    @Test func `a new machine with access to the first machine's journals starts and follows them`() async throws {
        let second = try await join([stage.directory])
        #expect(second.ahead == 0 && second.store.status.wallets == 1)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: false) != nil)
        try await second.store.readNews()
        #expect(second.store.status.wallets == 2)
        await second.journals.close()
        await (try await join([stage.directory])).journals.close()
        await stage.stop()
    }

    @Test func `a new machine without access to journals, or with an empty directory, does not start`() async throws {
        let empty = try TemporaryDirectory()
        for peers in [[], [empty.url.path]] {
            await #expect(throws: Witness.Rejection.noJournals) { try await join(peers) }
        }
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await join([empty.path("nowhere")]) }
        #expect(journals == [])
        await stage.stop()
    }

    @Test func `damaged journals, and those of a different provider, are rejected`() async throws {
        await stage.stop()
        let keys = try TemporaryDirectory()
        let stranger = try SoftwareHSM(keyFile: keys.path("keys"), secretFile: keys.path("secret"))
        await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await join([stage.directory], hsm: stranger) }
        let name = try #require(stage.journals.names.first { $0.hasSuffix(".journal") })
        var bytes = try stage.journals.bytes(name)
        bytes[60] ^= 1
        try stage.journals.write(bytes, to: name)
        await #expect(throws: AccountStoreError(.journalDamaged, "")) { try await join([stage.directory]) }
        #expect(journals == [])
    }

    @Test func `a machine that has lost its journals is not accepted as new`() async throws {
        let second = try await join([stage.directory])
        await stage.stop()
        let first = try await WitnessJournals(directory: stage.directory, peers: [other.url.path], timeouts: .patient, hsm: stage.test.hsm)
        try await first.recordHeads()
        await second.journals.close()
        await first.close()
        for name in other.names { try other.remove(name) }
        await #expect(throws: AccountStoreError(.journalIncomplete, "")) { try await join([stage.directory]) }
        #expect(journals == [])
    }
}
