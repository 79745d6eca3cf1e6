// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// The design page `history`: the history as a file, its deletion, and whether new events are kept.
@Suite(.timeLimit(.minutes(20)))
struct ManageActivitiesTests: Walk {
    /// A way out of the PIN screen.
    enum WayOut: String, Sendable, CaseIterable {
        case back = "1.1c"
        case cancel = "1.1d"
    }

    let stage: Stage

    private static let events = [WalletEvent.sample(2), .sample(1, .issued)]
    private static let kept = KeepActivities(isKept: true)
    private static let notKept = KeepActivities(isKept: false)
    private static let saved = KeepActivities(isKept: true, isSaved: true)
    private static let save = SaveActivities()
    private static let deletion = DeleteActivitiesQuestion()
    private static let stop = StopKeepingQuestion()
    private static let confirm = ConfirmWithPIN(isCancelable: true)
    /// The calls that change or hand over the history.
    private var effects: [FakeWallet.Call] {
        stage.wallet.calls.filter { call in
            switch call {
            case .deleteHistory, .keepHistory, .exportHistory: true
            default: false
            }
        }
    }

    init() throws {
        stage = try Stage(in: .unlocked)
        stage.wallet.script { script in
            script.events = Self.events
            script.export = Array(#"{"format":"wallet-activities"}"#.utf8)
        }
    }

    private func play(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.play({ try await ManageActivities($0).run() }, script: script)
    }

    // MARK: Each way

    @Test func `the history leaves once as a file, after the PIN`() async throws {
        try await play { glass in
            try await glass.sees(Self.kept, presses: "1.1e")
            try await glass.sees(HelpPage(topic: "history"), presses: "1a")
            try await glass.sees(Self.kept, presses: "1.1a")
            try await glass.sees(Self.save, presses: "2.1b")
            try await glass.sees(Self.kept, presses: "1.1a")
            try await glass.sees(Self.save, presses: "2.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            // The word about the file is there once.
            try await glass.sees(Self.saved, presses: "1.1e")
            try await glass.sees(HelpPage(topic: "history"), presses: "1a")
            try await glass.sees(Self.kept, presses: "1.1f")
        }
        let bytes = Array(#"{"format":"wallet-activities"}"#.utf8)
        #expect(stage.left.places == [.file(name: "wallet-activities.json", bytes: bytes)])
        #expect(effects == [.exportHistory(language: "en")])
        #expect(stage.wallet.present.events == Self.events)
        // Each activity is told in sentences as well, not in words for a program only.
        let texts = stage.wallet.present.exportedTexts
        #expect(texts.count == 2 && texts.first?.contains(SharingOrganization.shop.name) == true)
        #expect(texts.allSatisfy { $0.hasSuffix(".") && !$0.contains("activity.") && !$0.contains("value.text") })
    }

    @Test func `all activities are deleted after a question and the PIN, and an empty history begins`() async throws {
        let wallet = stage.wallet
        let next = try await stage.play({ try await ShowActivities($0).run(from: .menu) }) { glass in
            try await glass.sees(Activities(events: Self.events), presses: "extra/16a")
            try await glass.sees(Self.kept, presses: "1.1b")
            try await glass.sees(Self.deletion, presses: "3.1b")
            try await glass.sees(Self.kept, presses: "1.1b")
            try await glass.sees(Self.deletion, presses: "3.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(ActivitiesDeleted(), presses: "3.3a")
            let events = wallet.present.events
            #expect(events.map(\.kind) == [.historyErased] && events.map(\.number) == [3])
            try await glass.sees(Activities(events: events), presses: "1.1b")
        }
        #expect(next == .showAppMenu(.menu))
        #expect(effects == [.deleteHistory])
    }

    @Test func `the history is switched off with the PIN, and on again without it`() async throws {
        try await play { glass in
            try await glass.sees(Self.kept, presses: "1.1c")
            try await glass.sees(Self.stop, presses: "4.1b")
            try await glass.sees(Self.kept, presses: "1.1c")
            try await glass.sees(Self.stop, presses: "4.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(Self.notKept, presses: "1.1d")
            try await glass.sees(Self.kept, presses: "1.1f")
        }
        #expect(effects == [.keepHistory(false), .keepHistory(true)])
        #expect(stage.wallet.present.events.map(\.kind) == [.historyOn, .historyOff, .shared, .issued])
    }

    @Test func `a history that is switched off can still be saved and deleted`() async throws {
        stage.wallet.script { $0.isHistoryKept = false }
        try await play { glass in
            try await glass.sees(Self.notKept, presses: "1.1a")
            try await glass.sees(Self.save, presses: "2.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(KeepActivities(isKept: false, isSaved: true), presses: "1.1b")
            try await glass.sees(Self.deletion, presses: "3.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(ActivitiesDeleted(), presses: "3.3a")
        }
        #expect(stage.left.places.count == 1 && stage.wallet.present.events.map(\.kind) == [.historyErased])
    }

    // MARK: The PIN

    @Test(arguments: WayOut.allCases)
    func `without the PIN nothing is saved, deleted or switched off`(_ way: WayOut) async throws {
        try await play { glass in
            try await glass.sees(Self.kept, presses: "1.1a")
            try await glass.sees(Self.save, presses: "2.1a")
            try await glass.sees(Self.confirm, presses: way.rawValue)
            if way == .back { try await glass.sees(Self.save, presses: "2.1b") }
            try await glass.sees(Self.kept, presses: "1.1b")
            try await glass.sees(Self.deletion, presses: "3.1a")
            try await glass.sees(Self.confirm, presses: way.rawValue)
            try await glass.sees(Self.kept, presses: "1.1c")
            try await glass.sees(Self.stop, presses: "4.1a")
            try await glass.sees(Self.confirm, presses: way.rawValue)
            try await glass.sees(Self.kept, presses: "1.1f")
        }
        #expect(effects.isEmpty && stage.left.places.isEmpty)
        #expect(stage.wallet.present.events == Self.events && stage.wallet.present.isHistoryKept)
    }

    @Test func `a wrong PIN does nothing, and the right one after it does`() async throws {
        stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
        let wallet = stage.wallet
        try await play { glass in
            try await glass.sees(Self.kept, presses: "1.1b")
            try await glass.sees(Self.deletion, presses: "3.1a")
            try await glass.sees(Self.confirm, enters: Digits.other)
            try await glass.sees(WrongPIN(step: "2.1"))
            #expect(wallet.present.events == Self.events)
            stage.press("PF2.8/2.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(ActivitiesDeleted(), presses: "3.3a")
        }
        #expect(effects == [.deleteHistory])
    }

    @Test func `one PIN serves one step only`() async throws {
        try await play { glass in
            for screen in [Self.kept, Self.saved] {
                try await glass.sees(screen, presses: "1.1a")
                try await glass.sees(Self.save, presses: "2.1a")
                try await glass.sees(Self.confirm, enters: Digits.mine)
            }
            try await glass.sees(Self.saved, presses: "1.1f")
        }
        #expect(stage.left.places.count == 2 && !stage.wallet.present.hasRightPIN)
    }

    @Test func `a PIN that no longer counts is asked for again`() async throws {
        let (clock, wallet) = (stage.clock, stage.wallet)
        let steps: [(String, String, any Screen, CoreCall, FakeWallet.Call)] = [
            ("1.1b", "3.1a", Self.deletion, .deleteHistory, .deleteHistory), ("1.1c", "4.1a", Self.stop, .keepHistory, .keepHistory(false)),
        ]
        for (row, start, screen, member, call) in steps {
            let gate = wallet.holds(member)
            try await play { glass in
                try await glass.sees(Self.kept, presses: row)
                try await glass.sees(screen, presses: start)
                try await glass.sees(Self.confirm, enters: Digits.mine)
                // The core counts the minute; the fake's PIN is taken away in its place.
                try await wallet.wait { $0.calls.last == call }
                clock.advance(by: 61)
                wallet.script { $0.hasRightPIN = false }
                gate.open()
                try await glass.sees(Self.confirm, enters: Digits.mine)
                if member == .deleteHistory {
                    try await glass.sees(ActivitiesDeleted(), presses: "3.3a")
                } else {
                    try await glass.sees(Self.notKept, presses: "1.1f")
                }
            }
        }
        #expect(effects == [.deleteHistory, .deleteHistory, .keepHistory(false), .keepHistory(false)])
    }

    @Test func `a PIN that a lock during the call has taken away is asked for again, and the file leaves once`() async throws {
        let (wallet, cover) = (stage.wallet, stage.context.supervision.cover)
        let gate = wallet.holds(.exportHistory)
        try await play { glass in
            try await glass.sees(Self.kept, presses: "1.1a")
            try await glass.sees(Self.save, presses: "2.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await wallet.wait { $0.calls.last == .exportHistory(language: "en") }
            // The user opens the app with biometrics: no PIN counts then.
            cover.raise()
            wallet.script { $0.hasRightPIN = false }
            cover.lower()
            gate.open()
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(Self.saved, presses: "1.1f")
        }
        #expect(stage.left.places.count == 1)
    }

    @Test func `a PIN that was entered after a long wait counts, and an error after it is shown`() async throws {
        let clock = stage.clock
        stage.wallet.fails(.exportHistory, .unexpected)
        try await play { glass in
            try await glass.sees(Self.kept, presses: "1.1a")
            try await glass.sees(Self.save, presses: "2.1a")
            try await glass.sees(Self.confirm)
            clock.advance(by: 61)
            stage.enter(Digits.mine)
            try await glass.sees(GenericError(code: "X-01"), presses: "Generic.retry")
            try await glass.sees(Self.kept, presses: "1.1f")
        }
        #expect(stage.left.places.isEmpty)
    }

    @Test func `without an activity nothing can be saved or deleted`() async throws {
        stage.wallet.script { $0.events = [] }
        let (stage, empty) = (stage, KeepActivities(isKept: true, hasActivities: false))
        try await play { glass in
            let shown = try await glass.sees(empty)
            for row in ["history/1.1a", "history/1.1b"] as [Row] {
                #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: row, value: nil)))
            }
            stage.press("history/1.1f")
        }
        #expect(effects.isEmpty)
    }

    @Test func `with unreadable activities only, all can still be saved and deleted`() async throws {
        stage.wallet.script { script in
            (script.events, script.unreadableEvents) = ([], 2)
        }
        try await play { glass in try await glass.sees(Self.kept, presses: "1.1f") }
    }

    @Test func `an unexpected error right after the PIN is shown as one, and the PIN is not asked for again`() async throws {
        stage.wallet.fails(.exportHistory, .unexpected)
        try await play { glass in
            try await glass.sees(Self.kept, presses: "1.1a")
            try await glass.sees(Self.save, presses: "2.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(GenericError(code: "X-01"), presses: "Generic.retry")
            try await glass.sees(Self.kept, presses: "1.1f")
        }
        #expect(stage.left.places.isEmpty)
    }

    @Test(arguments: [CoreCall.deleteHistory, .keepHistory, .exportHistory])
    func `a full store changes nothing, and the user is back at the choice`(_ call: CoreCall) async throws {
        stage.wallet.fails(call, .storeFull)
        let (row, screen, start): (String, any Screen, String) =
            switch call {
            case .deleteHistory: ("1.1b", Self.deletion, "3.1a")
            case .keepHistory: ("1.1c", Self.stop, "4.1a")
            default: ("1.1a", Self.save, "2.1a")
            }
        try await play { glass in
            try await glass.sees(Self.kept, presses: row)
            try await glass.sees(screen, presses: start)
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            try await glass.sees(Self.kept, presses: "1.1f")
        }
        #expect(stage.wallet.present.events == Self.events && stage.wallet.present.isHistoryKept && stage.left.places.isEmpty)
    }

    @Test func `the event of an answer that may have arrived stays when all are deleted`() async throws {
        let unsettled = WalletEvent.sample(3, .mayHaveArrived)
        stage.wallet.script { script in
            script.events.insert(unsettled, at: 0)
            script.sharing = .answered(
                SentSharing(
                    organizationName: "The Shop", isLogin: false, arrival: .sameDevice, mayHaveArrived: true, canResend: true, event: 3))
        }
        try await play { glass in
            try await glass.sees(Self.kept, presses: "1.1b")
            try await glass.sees(Self.deletion, presses: "3.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(ActivitiesDeleted(), presses: "3.3a")
        }
        #expect(stage.wallet.present.events.map(\.kind) == [.historyErased, .shared])
    }
}
