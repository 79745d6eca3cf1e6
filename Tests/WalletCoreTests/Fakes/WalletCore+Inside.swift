// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import ProviderProtocol
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// Access to the core's internal state for tests.
extension WalletCore {
    nonisolated var statusQuestion: TimedQuestion { shared.status.question }
    nonisolated var policyQuestion: TimedQuestion { shared.updatePolicy.question }
    nonisolated var configurationState: ObservedValue<AppConfiguration> { shared.configuration.state }
    nonisolated var configuration: ConfigurationDocument { shared.configuration.document }
    var wrongTriesHere: Int { (try? wallet().attempts.wrongTriesHere) ?? 0 }
    var lockState: ObservedValue<LockState> { lockKeeper.state }
    var lockEpoch: Int { lockKeeper.epoch }
    var unanswered: [Instruction: PendingInstruction] { (try? wallet().channel.unanswered) ?? [:] }
    var cardChecks: [CardID: Bool] { (try? wallet().cards.checks) ?? [:] }
    /// The cached list of cards; nil if none is cached.
    var rememberedCards: [CardEntry]? { (try? wallet().cards.list)?.entries }

    func store() throws -> SealedStore { try wallet().store }
    func registration() throws -> Registration { try wallet().context.registration() }
    func pollUpdatePolicy() async throws -> DocumentFeed<UpdatePolicy>.Poll { try await wallet().updatePolicy.poll() }
    func readCards() throws -> [CardEntry] { try wallet().cards.entries() }
    func checkCards() async throws { try await wallet().cards.checkAll() }

    /// Erases the wallet, runs `change`, and then lets the old wallet's parts judge the update policy once more.
    func wipe(andJudgeAfter change: () -> Void) async throws {
        let erased = try wallet().updatePolicy
        try await wipe()
        change()
        erased.judge()
    }
}
