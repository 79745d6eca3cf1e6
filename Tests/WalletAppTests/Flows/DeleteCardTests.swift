// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import Testing
import WalletInterface

@testable import WalletApp

/// UC7.4 Delete a card, from the card's page.
@Suite(.timeLimit(.minutes(20)))
struct DeleteCardTests: Walk {
    /// A way out of the PIN screen.
    enum WayOut: String, Sendable, CaseIterable {
        case back = "1.1c"
        case cancel = "1.1d"
    }

    let stage: Stage

    private static let pid = CardDetails.pid()
    private static let card = CardDetails.other(.valid)
    private static let overview = CardOverview(card: card)
    private static let question = DeleteCardQuestion(card: card.summary)
    private static let deleted = CardDeleted(card: card.summary)
    private static let confirm = ConfirmWithPIN(isCancelable: true)
    /// An answer with data of both cards.
    private static let event = WalletEvent.sample(1)
    /// True if the card is as before, and nothing was written about it.
    private var isWhole: Bool {
        let script = stage.wallet.present
        return script.cards == [Self.pid, Self.card] && script.events == [Self.event]
    }
    /// The calls that delete a card.
    private var deletions: [FakeWallet.Call] { stage.wallet.calls.filter { if case .deleteCard = $0 { true } else { false } } }

    init() throws {
        stage = try Stage(in: .unlocked)
        stage.wallet.script { $0.events = [Self.event] }
        tell([Self.pid, Self.card])
    }

    /// Publishes other cards from the core.
    private func tell(_ cards: [CardDetails]) {
        stage.wallet.hold(cards)
        stage.context.supervision.cards.set(stage.wallet.cards.value)
    }

    private func play(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.play({ try await ShowCardDetails($0).run(Self.card.summary.id) }, script: script)
    }

    /// From the card's page to the PIN.
    @Sendable private static func begins(_ glass: ScriptedGlass) async throws {
        try await glass.sees(overview, presses: "1.1f")
        try await glass.sees(question, presses: "1.1a")
    }

    @Test(arguments: ["1.3a", "1.3b"])
    func `LTC78 a card is deleted after a question and the PIN, and its activities stay`(_ end: String) async throws {
        await #expect(throws: GoTo(.showAllCards)) {
            try await play { glass in
                try await Self.begins(glass)
                try await glass.sees(Self.confirm, enters: Digits.mine)
                try await glass.sees(Self.deleted, presses: "1.3c")
                try await glass.sees(HelpPage(topic: "UC7.4"), presses: "1a")
                try await glass.sees(Self.deleted, presses: end)
            }
        }
        #expect(deletions == [.deleteCard(Self.card.summary.id)])
        let script = stage.wallet.present
        #expect(script.cards == [Self.pid])
        #expect(script.events.map(\.kind) == [.deleted, .shared] && script.events.last == Self.event)
        #expect(script.events.first?.card?.id == Self.card.summary.id)
        #expect(stage.context.supervision.cards.value == .shown([Self.pid.summary]))
    }

    @Test func `before anything is deleted the question says what stays`() {
        let paragraphs = Presentation.Drawn(Self.question).components.compactMap { component -> String? in
            if case .paragraph(let text) = component { text.key } else { nil }
        }
        #expect(paragraphs == ["deleteCard.text", "deleteCard.activities"])
    }

    @Test func `LTC78 until the PIN is entered the user can leave at each step, and the card stays`() async throws {
        try await play { glass in
            try await glass.sees(Self.overview, presses: "1.1f")
            try await glass.sees(Self.question, presses: "1.1b")
            for way in WayOut.allCases {
                try await Self.begins(glass)
                try await glass.sees(Self.confirm, presses: way.rawValue)
            }
            try await glass.sees(Self.overview, presses: "1.1g")
        }
        #expect(stage.wallet.calls.isEmpty && isWhole)
    }

    // MARK: The PIN

    @Test func `LTC78 a wrong PIN deletes nothing, and the right one after it does`() async throws {
        stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
        await #expect(throws: GoTo(.showAllCards)) {
            try await play { glass in
                try await Self.begins(glass)
                try await glass.sees(Self.confirm, enters: Digits.other)
                try await glass.sees(WrongPIN(step: "2.1"))
                #expect(isWhole && deletions.isEmpty)
                stage.press("PF2.8/2.1a")
                try await glass.sees(Self.confirm, enters: Digits.mine)
                try await glass.sees(Self.deleted, presses: "1.3a")
            }
        }
        #expect(deletions.count == 1)
    }

    @Test func `LTC78 while the PIN is blocked for a time the user can leave, and the card stays`() async throws {
        let until = stage.clock.now.addingTimeInterval(60)
        stage.wallet.script { $0.checks = [.temporarilyBlocked(until: until)] }
        try await play { glass in
            try await Self.begins(glass)
            try await glass.sees(Self.confirm, enters: Digits.other)
            try await glass.sees(TemporarilyBlocked(until: until), presses: "PF2.8/5.1b")
            try await glass.sees(Self.confirm, presses: "1.1d")
            try await glass.sees(Self.overview, presses: "1.1g")
        }
        #expect(deletions.isEmpty && isWhole)
    }

    @Test func `LTC78 a wallet that is blocked for good keeps the card`() async throws {
        stage.wallet.script { $0.checks = [.permanentlyBlocked] }
        try await stage.playUntilKilled({ try await ShowCardDetails($0).run(Self.card.summary.id) }) { glass in
            try await Self.begins(glass)
            try await glass.sees(Self.confirm, enters: Digits.other)
            try await glass.sees(AppIsBlocked())
        }
        #expect(deletions.isEmpty && isWhole)
    }

    @Test func `LTC78 a forgotten PIN deletes nothing, and leads back to the PIN`() async throws {
        try await play { glass in
            try await Self.begins(glass)
            try await glass.sees(Self.confirm, presses: "1.1b")
            try await glass.sees(ForgotPINWhileConfirming(isIssuingPID: false), presses: "2.3a")
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
            try await glass.sees(ForgotPINWhileConfirming(isIssuingPID: false), presses: "2.3b")
            try await glass.sees(Self.confirm, presses: "1.1c")
            try await glass.sees(Self.overview, presses: "1.1g")
        }
        #expect(stage.wallet.calls.isEmpty && isWhole)
    }

    @Test func `a PIN that no longer counts is asked for again`() async throws {
        let (clock, wallet) = (stage.clock, stage.wallet)
        let gate = wallet.holds(.deleteCard)
        await #expect(throws: GoTo(.showAllCards)) {
            try await play { glass in
                try await Self.begins(glass)
                try await glass.sees(Self.confirm, enters: Digits.mine)
                // The core counts the minute; the fake's PIN is taken away in its place.
                try await wallet.wait { $0.calls.last == .deleteCard(Self.card.summary.id) }
                clock.advance(by: 61)
                wallet.script { $0.hasRightPIN = false }
                gate.open()
                try await glass.sees(Self.confirm, enters: Digits.mine)
                try await glass.sees(Self.deleted, presses: "1.3a")
            }
        }
        #expect(deletions.count == 2 && stage.wallet.present.cards == [Self.pid])
    }

    @Test func `one PIN deletes one card`() async throws {
        let other = CardDetails.other(.expired, "gym")
        tell([Self.pid, Self.card, other])
        for card in [Self.card, other] {
            await #expect(throws: GoTo(.showAllCards)) {
                try await stage.play({ try await ShowCardDetails($0).run(card.summary.id) }) { glass in
                    try await glass.sees(CardOverview(card: card), presses: "1.1f")
                    try await glass.sees(DeleteCardQuestion(card: card.summary), presses: "1.1a")
                    try await glass.sees(Self.confirm, enters: Digits.mine)
                    try await glass.sees(CardDeleted(card: card.summary), presses: "1.3a")
                }
            }
            #expect(!stage.wallet.present.hasRightPIN)
        }
        #expect(stage.wallet.present.cards == [Self.pid])
    }

    @Test func `LTC78 a lock between the PIN and the deletion deletes nothing until the wallet is unlocked`() async throws {
        let (tests, journey) = (InterruptTests(), Journey.deleteCard)
        let stage = try tests.newStage(for: journey)
        let gate = stage.wallet.holds(.deleteCard)
        let confirm = Presentation.Drawn(Self.confirm)
        let place = try #require(journey.all.firstIndex(where: { $0.screen == confirm }))
        try await tests.playTrip(journey, on: stage) { trip in
            _ = try await trip.walk(to: place)
            trip.act(journey.all[place])
            try await stage.wallet.wait { $0.calls.last == .deleteCard(Self.card.summary.id) }
            stage.wallet.setLock(.locked(.background))
            gate.open()
            try await trip.glass.sees(OpenWithPIN(notice: nil))
            #expect(stage.wallet.present.cards == [Self.pid, Self.card])
            stage.enter(Digits.mine)
            try await trip.glass.sees(Self.deleted)
        }
        #expect(stage.wallet.present.cards == [Self.pid])
    }

    // MARK: Faults

    @Test(arguments: [WalletCoreError.Code.storeFull, .unexpected])
    func `after an error the card is whole, and its page is shown again`(_ code: WalletCoreError.Code) async throws {
        stage.wallet.fails(.deleteCard, code)
        try await play { glass in
            try await Self.begins(glass)
            try await glass.sees(Self.confirm, enters: Digits.mine)
            if code == .storeFull {
                try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            } else {
                try await glass.sees(GenericError(code: "X-01"), presses: "Generic.retry")
            }
            try await glass.sees(Self.overview, presses: "1.1g")
        }
        #expect(isWhole && !stage.rows.contains("UC7.4/1.3"))
    }

    @Test func `the question disappears with the card`() async throws {
        try await play { glass in
            try await glass.sees(Self.overview, presses: "1.1f")
            try await glass.sees(Self.question)
            tell([Self.pid])
        }
        #expect(stage.wallet.calls.isEmpty && !stage.rows.contains("UC7.4/1.1b"))
    }

    @Test func `a card that disappears while the PIN is entered is not said to be deleted`() async throws {
        try await play { glass in
            try await Self.begins(glass)
            try await glass.sees(Self.confirm)
            tell([Self.pid])
            stage.enter(Digits.mine)
        }
        #expect(deletions.isEmpty && !stage.rows.contains("UC7.4/1.3"))
    }
}
