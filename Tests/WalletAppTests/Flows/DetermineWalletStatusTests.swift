// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// PF2.10 Determine wallet status.
@Suite(.timeLimit(.minutes(20)))
struct DetermineWalletStatusTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage(in: .empty) }

    private static let support = AppConfiguration.sample.document.support

    /// The help page with the contacts and the version of the sample configuration.
    private func help(on topic: String) -> HelpPage {
        HelpPage(topic: topic, details: SupportDetails(configuration: 1), support: Self.support)
    }

    private func determine(
        _ status: WalletStatus, _ support: SupportContacts = support, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws {
        stage.wallet.statuses.set(status)
        stage.context.supervision.configuration.set(.sample { $0.support = support })
        try await stage.playUntilKilled({ try await DetermineWalletStatus($0).run() }, script: script)
    }

    /// A revocation, its screen, and the number of its scenario.
    static let revocations: [(RevocationCause, any Screen, String)] = [
        (.byUser, WalletDeleted(), "2"), (.walletByAdmin, WalletBlocked(), "3"), (.recoveryCodeByAdmin, HolderBlocked(), "4"),
    ]

    @Test func `an active wallet continues silently`() async throws {
        try await stage.play({ try await DetermineWalletStatus($0).run() }) { _ in }
        #expect(stage.rows == ["PF2.10/1.1", "PF2.10/1.1a"])
    }

    @Test(arguments: 0..<3)
    func `LTC74 LTC75 LTC76 a revoked wallet shows who revoked it, leads to help, and stays revoked`(_ index: Int) async throws {
        let (cause, screen, step) = Self.revocations[index]
        try await determine(.revoked(cause, canRegisterNewWallet: cause != .recoveryCodeByAdmin)) { glass in
            try await glass.sees(screen, presses: "\(step).1a")
            let contact = Contact(step: "\(step).2", support: Self.support)
            let topic = ["PF2.10.byUser", "PF2.10.wallet", "PF2.10.holder"][index]
            try await glass.sees(contact, presses: "\(step).2a")
            try await glass.sees(contact, presses: "\(step).2b")
            try await glass.sees(screen, presses: "\(step).1b")
            try await glass.sees(help(on: topic), presses: "1a")
            try await glass.sees(screen)
        }
        #expect(stage.left.places == [.phone("+31201234567")])
        #expect(!stage.rows.contains("PF2.10/1.1a"))
        // Only a wallet's own user is told once.
        #expect(stage.wallet.calls.contains(.confirmRevocationShown) == (cause == .byUser))
    }

    @Test func `LTC77 a revoked solution shows more information on request`() async throws {
        try await determine(.revoked(.solutionByAdmin, canRegisterNewWallet: false)) { glass in
            try await glass.sees(SolutionRevoked(), presses: "5.1a")
            try await glass.sees(SolutionRevokedInformation(), presses: "5.2a")
            try await glass.sees(SolutionRevoked(), presses: "5.1b")
            try await glass.sees(help(on: "PF2.10.solution"), presses: "1a")
            try await glass.sees(SolutionRevoked())
        }
    }

    @Test func `the notice of a deleted wallet appears again at the next start if the user did nothing`() async throws {
        try await determine(.revoked(.byUser, canRegisterNewWallet: true)) { glass in try await glass.sees(WalletDeleted()) }
        #expect(stage.wallet.calls.isEmpty)
        let next = try Stage(over: stage.wallet)
        try await next.playUntilKilled({ try await DetermineWalletStatus($0).run() }) { glass in try await glass.sees(WalletDeleted()) }
        #expect(stage.wallet.calls.isEmpty)
    }

    @Test func `the notice of a deleted wallet appears even if the store cannot record it`() async throws {
        stage.wallet.fails(.confirmRevocationShown, .storeFull)
        try await determine(.revoked(.byUser, canRegisterNewWallet: true)) { glass in
            try await glass.sees(WalletDeleted(), presses: "2.1b")
            try await glass.sees(help(on: "PF2.10.byUser"))
        }
    }

    @Test func `without a help desk number the app offers no call`() async throws {
        try await determine(.revoked(.walletByAdmin, canRegisterNewWallet: true), SupportContacts()) { glass in
            try await glass.sees(WalletBlocked(), presses: "3.1a")
            let shown = try await glass.sees(Contact(step: "3.2", support: SupportContacts()))
            #expect(shown.top.controls == ["PF2.10/3.2b", "extra/9a"])
        }
    }

    @Test func `making a new wallet first erases the old wallet`() async throws {
        stage.wallet.statuses.set(.revoked(.walletByAdmin, canRegisterNewWallet: true))
        stage.wallet.fails(.wipe, .storeFull)
        await #expect(throws: GoTo(.introduceTheApp(.addingCards))) {
            try await stage.play({ try await DetermineWalletStatus($0).run() }) { glass in
                try await glass.sees(WalletBlocked(), presses: "3.1c")
                try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            }
        }
        #expect(stage.wallet.calls == [.wipe, .wipe])
        #expect(stage.rows.contains("PF2.10/3.1c"))
    }
}
