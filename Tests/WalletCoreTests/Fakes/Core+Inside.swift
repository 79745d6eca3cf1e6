// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import ProviderProtocol
import WalletConfiguration
import WalletInterface

@testable import WalletCore

extension SealedStore {
    /// The entries of all cards, by name.
    func cardEntries() throws(WalletCoreError) -> [CardEntry] {
        var entries: [CardEntry] = []
        for row in try sealedValues(in: .cardEntry) { entries.append(try open(row.sealed, as: .cardEntry(CardID(row.name)))) }
        return entries
    }
}

/// Access to the core's internal state for tests.
extension Core {
    nonisolated var statusQuestion: TimedQuestion { shared.status.question }
    nonisolated var policyQuestion: TimedQuestion { shared.updatePolicy.question }
    nonisolated var configurationState: ObservedValue<AppConfiguration> { shared.configuration.state }
    nonisolated var configuration: ConfigurationDocument { shared.configuration.document }
    var wrongTriesHere: Int { (try? wallet().attempts.wrongTriesHere) ?? 0 }
    /// True if a right PIN counts that no call has taken.
    var hasRightPIN: Bool { (try? wallet().attempts.rightPINAt) != nil }
    var lockState: ObservedValue<LockState> { lockKeeper.state }
    var lockEpoch: Int { lockKeeper.epoch }
    var unanswered: [Instruction: PendingInstruction] { (try? wallet().channel.unanswered) ?? [:] }
    var cardChecks: [CardID: Bool] { (try? wallet().cards.checks) ?? [:] }
    /// The entries that are kept decoded.
    var decodedCards: [CardEntry] { (try? wallet().cards.decoded.values.map(\.entry)) ?? [] }

    func store() throws -> SealedStore { try wallet().store }
    func registration() throws -> Registration { try wallet().context.registration() }
    func pollUpdatePolicy() async throws -> DocumentFeed<UpdatePolicy>.Poll { try await wallet().updatePolicy.poll() }
    func readCards() throws -> [CardEntry] { try wallet().cards.entries() }
    func checkCards() async throws { try await wallet().cards.checkAll() }

    /// Locks the wallet and opens it again, with no other call in between.
    func relock() throws {
        lockKeeper.lock(because: .loggedOut)
        try lockKeeper.unlock(ifStillIn: lockKeeper.epoch)
    }

    /// Erases the wallet, runs `change`, and then lets the old wallet's parts judge the update policy once more.
    func wipe(andJudgeAfter change: () -> Void) async throws {
        let erased = try wallet().updatePolicy
        try await wipe()
        change()
        erased.judge()
    }
}
