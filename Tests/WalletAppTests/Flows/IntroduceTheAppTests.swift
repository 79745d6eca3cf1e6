// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// UC1.1 Introduce the app.
@Suite(.timeLimit(.minutes(20)))
struct IntroduceTheAppTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage(in: .empty) }

    private func introduce(
        from step: IntroduceTheApp.Step = .addingCards, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> UseCase {
        try await stage.play({ try await IntroduceTheApp($0).run(from: step) }, script: script)
    }

    @Test func `LTC12 the introduction leads through its screens to the PIN`() async throws {
        let next = try await introduce { glass in
            try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1a")
            try await glass.sees(IntroductionSecureLogin(isPaused: false), presses: "1.2b")
            try await glass.sees(IntroductionSharing(isPaused: false), presses: "1.3b")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4b")
        }
        #expect(next == .setUpRemotePIN(.choosePIN))
    }

    @Test func `LTC13 skipping leads to the privacy screen, and back leads to the skipped screen`() async throws {
        let next = try await introduce { glass in
            try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1b")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4a")
            let first = try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1a")
            #expect(first.direction == .back)
            try await glass.sees(IntroductionSecureLogin(isPaused: false), presses: "1.2c")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4a")
            try await glass.sees(IntroductionSecureLogin(isPaused: false), presses: "1.2c")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4b")
        }
        #expect(next == .setUpRemotePIN(.choosePIN))
    }

    @Test func `back leads from each screen to the previous screen, and the first screen has no back button`() async throws {
        _ = try await introduce(from: .privacy) { glass in
            try await glass.sees(PrivacyConsiderations(), presses: "1.4a")
            try await glass.sees(IntroductionSharing(isPaused: false), presses: "1.3a")
            try await glass.sees(IntroductionSecureLogin(isPaused: false), presses: "1.2a")
            let first = try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1b")
            #expect(!first.top.components.flatMap(\.topBarRoles).contains(.back))
            try await glass.sees(PrivacyConsiderations(), presses: "1.4b")
        }
    }

    @Test func `a paused animation stays paused on the next screen until the user plays it`() async throws {
        _ = try await introduce { glass in
            try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1d")
            let paused = try await glass.sees(IntroductionAddingCards(isPaused: true), presses: "1.1a")
            #expect(paused.direction == .none)
            try await glass.sees(IntroductionSecureLogin(isPaused: true), presses: "1.2e")
            try await glass.sees(IntroductionSecureLogin(isPaused: false), presses: "1.2b")
            try await glass.sees(IntroductionSharing(isPaused: false), presses: "1.3d")
            try await glass.sees(IntroductionSharing(isPaused: true), presses: "1.3b")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4b")
        }
    }

    @Test func `help returns to the screen that opened it`() async throws {
        let help = HelpPage(topic: "UC1.1")
        _ = try await introduce { glass in
            try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1c")
            try await glass.sees(help, presses: "1a")
            let first = try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1a")
            #expect(first.direction == .back)
            try await glass.sees(IntroductionSecureLogin(isPaused: false), presses: "1.2d")
            try await glass.sees(help, presses: "1a")
            try await glass.sees(IntroductionSecureLogin(isPaused: false), presses: "1.2b")
            try await glass.sees(IntroductionSharing(isPaused: false), presses: "1.3c")
            try await glass.sees(help, presses: "1a")
            try await glass.sees(IntroductionSharing(isPaused: false), presses: "1.3b")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4d")
            try await glass.sees(HelpPage(topic: "UC1.1.privacy"), presses: "1a")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4b")
        }
    }

    @Test func `LTC29 the user can read the privacy statement and return`() async throws {
        _ = try await introduce(from: .privacy) { glass in
            try await glass.sees(PrivacyConsiderations(), presses: "1.4c")
            try await glass.sees(PrivacyStatement(design: "UC1.1"), presses: "2.1a")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4b")
        }
    }

    @Test(arguments: [IntroduceTheApp.Step.addingCards, .privacy])
    func `a kill on any screen ends the introduction`(_ step: IntroduceTheApp.Step) async throws {
        try await stage.playUntilKilled({ _ = try await IntroduceTheApp($0).run(from: step) }) { glass in
            if step == .privacy {
                try await glass.sees(PrivacyConsiderations())
            } else {
                try await glass.sees(IntroductionAddingCards(isPaused: false))
            }
        }
    }
}

extension Component {
    /// The roles of the top bar's buttons.
    fileprivate var topBarRoles: [Button.Role] {
        guard case .topBar(let buttons) = self else { return [] }
        return buttons.map(\.role)
    }
}
