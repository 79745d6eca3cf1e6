// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// Problems of sharing without a screen of their own: the general screen names them for the help desk.
@Suite(.timeLimit(.minutes(20)))
struct SharingErrorTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .unlocked)
    }

    /// Every problem, with its code.
    private static let codes: [(SharingProblem, String)] =
        [
            (.notConfigured, "D-01"), (.noSession, "D-02"), (.busy, "D-03"), (.wrongDevice, "D-04"), (.sessionOver, "D-05"),
            (.unfitChoice, "D-07"),
        ] + ApprovalChange.allCases.map { (.approvalVoid($0), "D-06") }

    @Test(arguments: codes)
    func `each problem of sharing shows its code, and can be tried again`(problem: SharingProblem, code: String) async throws {
        let outcome = try await stage.play({ context in
            try await ErrorFlow(context).run(WalletCoreError(.sharing(problem), "scripted"))
        }) { glass in
            try await glass.sees(GenericError(code: code), presses: "Generic.retry")
        }
        #expect(outcome == .retry)
    }

    @Test(arguments: zip(CameraProblem.allCases, ["K-01", "K-02", "K-03", "K-04"]))
    func `each problem of the camera shows its code, and can be tried again`(problem: CameraProblem, code: String) async throws {
        let outcome = try await stage.play({ context in
            try await ErrorFlow(context).run(WalletCoreError(.camera(problem), "scripted"))
        }) { glass in
            try await glass.sees(GenericError(code: code), presses: "Generic.retry")
        }
        #expect(outcome == .retry)
    }

    @Test func `an expired policy is renewed before an answer is given, and then the same approval is given again`() async throws {
        let approval = SharingApproval(offer: SharingOffer.ID(digest: []), choice: SharingChoice([:]), acceptedWarnings: [])
        let pin = try Digits.pin(Digits.mine)
        stage.wallet.script { $0.isPolicyExpired = true }
        let wallet = stage.wallet
        let outcome = try await stage.play({ context in
            do {
                _ = try await wallet.approveSharing(approval, pin: pin)
                return ErrorFlow.Outcome.back
            } catch {
                return try await ErrorFlow(context).run(error)
            }
        }) { _ in }
        #expect(outcome == .retry)
        #expect(!stage.wallet.present.isPolicyExpired)
        await #expect(throws: WalletCoreError(.sharing(.noSession), "")) { try await wallet.approveSharing(approval, pin: pin) }
    }
}
