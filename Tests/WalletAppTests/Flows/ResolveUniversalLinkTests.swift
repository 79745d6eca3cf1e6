// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// PF2.7: the screen for each decision of the core.
@Suite(.timeLimit(.minutes(20)))
struct ResolveUniversalLinkTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage(in: .unlocked) }

    private func decide(_ decision: LinkDecision) {
        stage.wallet.script { script in
            script.pendingLink = .sample(.issuance)
            script.linkDecision = decision
        }
    }

    private func play(
        script: @escaping @Sendable (ScriptedGlass) async throws -> Void = { _ in }
    ) async throws -> ResolveUniversalLink.Result {
        try await stage.play({ try await ResolveUniversalLink($0).run() }, script: script)
    }

    @Test func `without a link no screen is shown`() async throws {
        #expect(try await play() == .noLink)
        #expect(stage.rows == ["PF2.7/1.1", "PF2.7/1.1b"])
        #expect(stage.wallet.calls.isEmpty)
    }

    @Test func `an unrecognised link shows no screen`() async throws {
        decide(.invalid)
        #expect(try await play() == .noLink)
        #expect(stage.rows == ["PF2.7/1.1", "PF2.7/1.1a", "PF2.7/1.2", "PF2.7/1.2c"])
    }

    @Test(arguments: [UniversalLinkKind.issuance, .disclosureBasedIssuance, .disclosure])
    func `a link leads to the use case of its kind`(_ kind: UniversalLinkKind) async throws {
        let link = try UniversalLink.sample(kind)
        decide(.resolves(link))
        #expect(try await play() == .valid(kind == .disclosure ? .shareData(.link(link, arrivedBy: .sameDevice)) : .obtainCards))
        #expect(stage.rows.suffix(3) == ["PF2.7/1.2a", "PF2.7/1.3", kind == .disclosure ? "PF2.7/1.3b" : "PF2.7/1.3a"])
    }

    @Test func `a request that is there at once and is a login leads to logging in`() async throws {
        let (wallet, requests, link) = (stage.wallet, stage.context.supervision.sharing, try UniversalLink.sample(.disclosure))
        wallet.script { $0.request = .offered(.sample(isLogin: true)) }
        decide(.resolves(link))
        let result = try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await requests.serve(wallet) }
            // Once it has a first result, it is served.
            requests.start(link, arrivedBy: .sameDevice)
            _ = try await requests.take()
            return try await play()
        }
        #expect(result == .valid(.logIn))
        #expect(stage.rows.last == "PF2.7/1.3c")
    }

    @Test(arguments: FinishFirst.Task.allCases)
    func `while a different task must be finished first, a link is refused with that reason`(_ task: FinishFirst.Task) async throws {
        let decisions: [FinishFirst.Task: LinkDecision] = [
            .notPersonalized: .notPersonalized, .transfer: .inTransferSession, .pinRecovery: .inPINRecoverySession,
            .disclosure: .inDisclosureSession, .issuance: .inIssuanceSession,
        ]
        decide(try #require(decisions[task]))
        let result = try await play { glass in
            try await glass.sees(FinishFirst(task: task), presses: "\(task.step)a")
        }
        #expect(result == .rejected)
        #expect(stage.rows.suffix(2) == [Row("PF2.7", task.step), Row("PF2.7", "\(task.step)a")])
        #expect(stage.wallet.calls == [.takePendingLink])
    }

    @Test(arguments: ["2.1a", "2.1b"])
    func `LTC36 if another app scanned a code, the user is asked to scan it in the wallet`(_ choice: String) async throws {
        decide(.scannedOutsideWallet)
        let result = try await play { glass in
            try await glass.sees(ScanInWallet(), presses: choice)
        }
        #expect(result == (choice == "2.1b" ? .valid(.scanCode(from: .link)) : .noLink))
    }

    @Test func `a link that continues a session or waits for the unlock shows no screen and takes no row`() async throws {
        for decision in [LinkDecision.waitsForUnlock, .continuesSession(try .sample(.authenticationRedirect))] {
            decide(decision)
            #expect(try await play() == .noLink)
            #expect(stage.rows.last == "PF2.7/1.2")
        }
    }

    @Test func `a link that is replaced while it is being resolved has no effect, and the newer link takes effect`() async throws {
        decide(.notPersonalized)
        let gate = stage.wallet.holds(.takePendingLink)
        let (reached, reaches) = AsyncStream.makeStream(of: Void.self)
        stage.wallet.script { script in script.onCall = { reaches.yield() } }
        let result = try await play { glass in
            for await _ in reached { break }
            stage.wallet.script { $0.pendingLink = .sample(.disclosure, name: "2") }
            gate.open()
            try await glass.sees(FinishFirst(task: .notPersonalized), presses: "3.1a")
        }
        #expect(result == .rejected)
        #expect(stage.rows.count { $0 == "PF2.7/1.1a" } == 2)
    }

    @Test func `a store that cannot be read shows an error, and the link stays`() async throws {
        decide(.notPersonalized)
        stage.wallet.fails(.pendingLink, .unexpected)
        await #expect(throws: WalletCoreError.self) { try await play() }
        #expect(stage.wallet.calls.isEmpty)
    }
}
