// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// The way back from prompts and sheets, which Escape takes.
struct DialogTests {
    /// The buttons of a dialog.
    private static func buttons(of screen: any Screen) -> [Button] {
        Presentation.Drawn(screen).components.compactMap { if case .button(let button) = $0 { button } else { nil } }
    }

    @Test func `of several buttons of a dialog exactly one leads back`() {
        var met = 0
        for screen in Gallery.screens where screen.style != .full {
            let buttons = Self.buttons(of: screen)
            guard buttons.count > 1 else { continue }
            met += 1
            #expect(buttons.count { $0.leadsBack } == 1, "\(screen.row)")
        }
        #expect(met >= 8)
    }

    @Test func `the way back neither stops nor begins anything`() {
        let screens: [(any Screen, Row)] = [
            (StopSharing(isLogin: false), "UC5.1/2.1b"), (StopSharing(isLogin: true), "UC5.2/2.1b"), (StopNewPIN(), "PF2.9/5.1a"),
            (ScanInWallet(), "PF2.7/2.1a"), (ChooseHow(), "extra/14a"),
            (DeleteActivityQuestion(event: ActivitySample.event(.issued)), "history/5.1b"),
            (DeleteActivitiesQuestion(), "history/3.1b"), (StopKeepingQuestion(), "history/4.1b"),
            (DeleteCardQuestion(card: CardDetails.other(.valid).summary), "UC7.4/1.1b"),
        ]
        for (screen, row) in screens { #expect(Self.buttons(of: screen).filter(\.leadsBack).map(\.row) == [row], "\(screen.row)") }
        for screen in [StopLogin(purpose: .pid), StopLogin(purpose: .pinRecovery)] {
            let back = Self.buttons(of: screen).filter(\.leadsBack)
            #expect(back.count == 1 && back.allSatisfy { $0.role == .text })
        }
    }
}
