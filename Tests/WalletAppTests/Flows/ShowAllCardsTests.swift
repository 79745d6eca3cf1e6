// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC7.1 Show all available cards.
@Suite(.timeLimit(.minutes(20)))
struct ShowAllCardsTests: Walk {
    let stage: Stage

    private static let pid = CardDetails.pid()
    private static let pass = CardDetails.other(.valid)

    init() throws {
        stage = try Stage(in: .unlocked)
    }

    /// Plays the dashboard over these cards.
    private func play(_ cards: [CardDetails], _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws -> UseCase {
        stage.wallet.hold(cards)
        stage.context.supervision.cards.set(stage.wallet.cards.value)
        return try await stage.play({ try await ShowAllCards($0).run() }, script: script)
    }

    /// Publishes other cards from the core.
    private func tell(_ cards: [CardDetails]) {
        stage.wallet.hold(cards)
        stage.context.supervision.cards.set(stage.wallet.cards.value)
    }

    private static func dashboard(_ cards: CardDetails..., limit: Int = Dashboard.portion) -> Dashboard {
        Dashboard(of: cards, limit: limit)
    }

    @Test func `LTC24 each entry of the dashboard leads to its flow and back to the dashboard`() async throws {
        let dashboard = Self.dashboard(Self.pid)
        let next = try await play([Self.pid]) { glass in
            try await glass.sees(dashboard, presses: "1.1f")
            try await glass.sees(AboutApp(), presses: "UC9.2/1.1c")
            try await glass.sees(dashboard, presses: "1.1g")
            try await glass.sees(HelpPage(topic: "UC7.1"), presses: "1a")
            try await glass.sees(dashboard, presses: "1.1e")
        }
        #expect(next == .showAppMenu(.menu))
        for cards in [[Self.pid], []] {
            let dashboard = Dashboard(of: cards)
            let next = try await play(cards) { glass in try await glass.sees(dashboard, presses: "1.1c") }
            #expect(next == .showActivities(from: .dashboard))
        }
    }

    @Test func `the user can choose to scan a code, or close the drawer and see the same dashboard`() async throws {
        let next = try await play([Self.pid]) { glass in
            try await glass.sees(Self.dashboard(Self.pid), presses: "1.1b")
            try await glass.sees(ChooseHow(), presses: "extra/14a")
            try await glass.sees(Self.dashboard(Self.pid), presses: "1.1b")
            try await glass.sees(ChooseHow(), presses: "3.1a")
        }
        #expect(next == .scanCode(from: .dashboard))
    }

    @Test func `the dashboard takes its row once, however often its cards change`() async throws {
        stage.wallet.hold([Self.pid])
        _ = try await stage.play({ try await ShowAllCards($0).run() }) { glass in
            try await glass.seesAtWork(Dashboard(cards: nil))
            tell([Self.pid])
            try await glass.sees(Self.dashboard(Self.pid))
            tell([Self.pid, Self.pass])
            try await glass.sees(Self.dashboard(Self.pid, Self.pass), presses: "1.1e")
        }
        #expect(stage.rows == ["UC7.1/1.1", "UC7.1/1.1e"])
    }

    @Test func `no entry of the dashboard leads to a flow that is not built`() {
        let controls = Presentation.Drawn(Self.dashboard(Self.pid)).controls
        #expect(Set(controls) == ["UC7.1/1.1b", "UC7.1/1.1c", "UC7.1/1.1d", "UC7.1/1.1e", "UC7.1/1.1f", "UC7.1/1.1g"])
        let unbuilt = Set(Gallery.screens.compactMap { ($0 as? NotBuiltYet)?.design })
        // Only links from outside the app still reach it: PF2.7/1.3a and UC9.9/1.5a.
        #expect(unbuilt == ["UC4.1"])
    }

    @Test func `a card can be opened, and going back shows the same dashboard`() async throws {
        let many = [Self.pid] + (0..<30).map { .other(.valid, "pass-\($0)") }
        _ = try await play(many) { glass in
            try await glass.sees(Dashboard(of: many), presses: "1.1h")
            try await glass.sees(Dashboard(of: many, limit: 2 * Dashboard.portion), presses: "1.1d", "pass-29")
            try await glass.sees(CardOverview(card: many[30]), presses: "UC7.2/1.1g")
            try await glass.sees(Dashboard(of: many, limit: 2 * Dashboard.portion), presses: "1.1e")
        }
    }

    @Test func `only a card shown on the dashboard can be opened`() async throws {
        let many = (0..<21).map { CardDetails.other(.valid, "pass-\($0)") }
        let stage = stage
        _ = try await play(many) { glass in
            let shown = try await glass.sees(Dashboard(of: many))
            for value in [nil, "", "pass-20", "another", "PASS-1"] {
                #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: "UC7.1/1.1d", value: value)))
            }
            stage.press("UC7.1/1.1e")
        }
    }

    @Test func `of a thousand cards only the first part is drawn`() throws {
        let cards = (0..<1000).map { CardDetails.other(.valid, "pass-\($0)").summary }
        let drawn = Presentation.Drawn(Dashboard(cards: cards)).components
        let faces = drawn.flatMap { if case .cards(let faces, _) = $0 { faces } else { [CardFace]() } }
        #expect(faces.count == Dashboard.portion)
    }

    @Test func `LTC67 a revoked card changes on the dashboard, and a removed card disappears`() async throws {
        let revoked = CardDetails.pid(.revoked)
        _ = try await play([Self.pid, Self.pass]) { glass in
            try await glass.sees(Self.dashboard(Self.pid, Self.pass))
            tell([revoked, Self.pass])
            try await glass.sees(Self.dashboard(revoked, Self.pass))
            tell([revoked])
            try await glass.sees(Self.dashboard(revoked), presses: "1.1e")
        }
    }

    @Test func `a lock redraws no cards, and cards that changed during the lock appear afterwards`() async throws {
        let revoked = CardDetails.pid(.revoked)
        let cards = stage.context.supervision.cards
        _ = try await play([Self.pid]) { glass in
            let shown = try await glass.sees(Self.dashboard(Self.pid))
            cards.set(.hidden)
            cards.set(.shown([Self.pid.summary]))
            #expect(glass.lastTicket == shown.ticket)
            cards.set(.hidden)
            tell([revoked])
            try await glass.sees(Self.dashboard(revoked), presses: "1.1e")
        }
    }

    @Test func `until the cards are read the dashboard shows only that they are loading`() async throws {
        let stage = stage
        let next = try await stage.play({ try await ShowAllCards($0).run() }) { glass in
            try await glass.seesAtWork(Dashboard(cards: nil))
            tell([])
            try await glass.sees(Dashboard(cards: []), presses: "1.1e")
        }
        #expect(next == .showAppMenu(.menu))
    }

    @Test func `cards that cannot be read are shown as an error, not as an empty wallet`() async throws {
        stage.context.supervision.cards.set(.unreadable)
        await #expect(throws: WalletCoreError.self) {
            _ = try await stage.play({ try await ShowAllCards($0).run() }) { _ in }
        }
    }

    // MARK: Below the lock

    @Test func `below the lock of an unlocked wallet the dashboard is read at once, to be complete when uncovered`() async throws {
        let cover = stage.context.supervision.cover
        cover.raise()
        _ = try await play([Self.pid]) { glass in
            try await stage.wallet.wait { !$0.openedCards.isEmpty }
            #expect(cover.isUp)
            cover.lower()
            try await glass.sees(Self.dashboard(Self.pid), presses: "1.1e")
        }
    }

    @Test func `below the lock of a locked wallet no card is opened, and the screen before is gone`() async throws {
        let (cover, overview) = (stage.context.supervision.cover, "UC7.1/1.1" as Row)
        stage.wallet.hold([Self.pid])
        // The report of the lock has not arrived yet.
        stage.context.supervision.cards.set(.shown([Self.pid.summary]))
        stage.wallet.setLock(.locked(.loggedOut))
        cover.raise()
        _ = try await stage.play({ try await ShowAllCards($0).run() }) { glass in
            while stage.trace.last(on: .flow) != overview { await Task.yield() }
            #expect(stage.wallet.present.openedCards == [])
            stage.wallet.setLock(.unlocked)
            cover.lower()
            try await glass.sees(Self.dashboard(Self.pid), presses: "1.1e")
        }
    }

    // MARK: Holders

    @Test func `of a thousand cards only the drawn ones are opened for their holders, each once`() async throws {
        let many = (0..<1000).map { CardDetails.other(.valid, "pass-\($0)") }
        let ids = many.map(\.summary.id)
        _ = try await play(many) { glass in
            try await glass.sees(Dashboard(of: many), presses: "1.1g")
            try await glass.sees(HelpPage(topic: "UC7.1"), presses: "1a")
            try await glass.sees(Dashboard(of: many))
            #expect(stage.wallet.present.openedCards == Array(ids.prefix(Dashboard.portion)))
            stage.press("UC7.1/1.1h")
            try await glass.sees(Dashboard(of: many, limit: 2 * Dashboard.portion), presses: "1.1e")
        }
        #expect(stage.wallet.present.openedCards == Array(ids.prefix(2 * Dashboard.portion)))
    }

    @Test func `a card names its holder, a card without a name shows none, and a damaged card is not opened`() async throws {
        let damaged = CardDetails.other(.corrupted, "damaged")
        _ = try await play([Self.pid, Self.pass, damaged]) { glass in
            let shown = try await glass.sees(Self.dashboard(Self.pid, Self.pass, damaged))
            let faces = shown.top.components.flatMap { if case .cards(let faces, _) = $0 { faces } else { [CardFace]() } }
            #expect(faces.map(\.holder) == [CardHolder(Self.pid.claims), nil, nil])
            #expect(faces.first?.holder?.photo != nil)
            stage.press("UC7.1/1.1e")
        }
        #expect(stage.wallet.present.openedCards == [Self.pid.summary.id, Self.pass.summary.id])
    }

    @Test func `parts that cannot be read are left out, and the dashboard reads them again when it returns`() async throws {
        stage.wallet.script { [sensor = stage.sensor] script in
            script.events = CardDetails.events
            script.biometricAvailability = .available(sensor)
        }
        for call in [CoreCall.cardDetails, .events, .biometricAvailability] { stage.wallet.fails(call, .storeDamaged) }
        let steps = NextSteps.ofEvents(unlocking: .enable(stage.sensor))
        _ = try await play([Self.pid]) { glass in
            try await glass.sees(Dashboard(cards: [Self.pid.summary]), presses: "1.1g")
            try await glass.sees(HelpPage(topic: "UC7.1"), presses: "1a")
            try await glass.sees(Dashboard(of: [Self.pid], steps: steps), presses: "1.1e")
        }
    }

    // MARK: Next steps

    @Test func `an expired card, the practice and the last activity have entries that lead back to the dashboard`() async throws {
        let expired = CardDetails.pid(.expired)
        stage.wallet.script { script in
            script.isBiometricUnlockEnabled = true
            script.events = CardDetails.events
        }
        let steps = NextSteps.ofEvents(unlocking: .practise)
        let dashboard = Dashboard(of: [Self.pass, expired], steps: steps)
        let next = try await play([Self.pass, expired]) { glass in
            try await glass.sees(dashboard, presses: "extra/10a")
            try await glass.sees(CardOverview(card: expired), presses: "UC7.2/1.1g")
            try await glass.sees(dashboard, presses: "extra/10c")
            try await glass.sees(PracticeOffer(), presses: "1b")
            try await glass.sees(dashboard, presses: "extra/10d", "4")
            try await glass.sees(Activity(event: CardDetails.events[0]), presses: "1.1e")
            try await glass.sees(dashboard, presses: "1.1e")
        }
        #expect(next == .showAppMenu(.menu))
    }

    @Test func `biometric unlock is offered where it is possible and off`() async throws {
        stage.wallet.script { [sensor = stage.sensor] script in script.biometricAvailability = .available(sensor) }
        let dashboard = Dashboard(of: [Self.pid], steps: NextSteps(unlocking: .enable(stage.sensor)))
        let next = try await play([Self.pid]) { glass in try await glass.sees(dashboard, presses: "extra/10b") }
        #expect(next == .changeBiometricUnlock(.dashboard))
    }

    @Test(arguments: BiometricKind.allCases)
    func `the offer of biometric unlock has the sensor's own icon`(kind: BiometricKind) {
        let steps = NextSteps(unlocking: .enable(kind))
        let lists = Presentation.Drawn(Dashboard(of: [Self.pid], steps: steps)).components.compactMap { component -> [ListRow]? in
            if case .list(let rows, _) = component { rows } else { nil }
        }
        let icon: ListIcon = kind == .faceID || kind == .face ? .faceID : .fingerprint
        #expect(lists.joined().first { $0.row == "extra/10b" }?.icon == icon)
    }

    @Test(arguments: [BiometricAvailability.unsupported, .notEnrolled(.faceID), .lockedOut(.fingerprint)])
    func `biometric unlock is not offered where it cannot be enabled now`(_ availability: BiometricAvailability) async throws {
        stage.wallet.script { $0.biometricAvailability = availability }
        _ = try await play([Self.pid]) { glass in try await glass.sees(Self.dashboard(Self.pid), presses: "1.1e") }
    }

    @Test func `no practice is offered if the configuration switches it off for all users`() async throws {
        stage.context.supervision.configuration.set(.sample { $0.features.pinPractice = false })
        stage.wallet.script { $0.isBiometricUnlockEnabled = true }
        _ = try await play([Self.pid]) { glass in try await glass.sees(Self.dashboard(Self.pid), presses: "1.1e") }
    }

    @Test(arguments: [WalletEvent.Kind.pinChanged, .deleted, .shared])
    func `the last activity is the newest of all, also of the wallet itself or of a card that is gone`(
        _ kind: WalletEvent.Kind
    ) async throws {
        let event = WalletEvent(number: 9, kind: kind, date: FakeWallet.Script.eventDate, card: nil)
        stage.wallet.script { $0.events = [event] + CardDetails.events }
        let dashboard = Dashboard(of: [Self.pass], steps: NextSteps(lastEvents: [event] + CardDetails.events.prefix(2)))
        let support = event.couldBeStranger ? stage.context.support : SupportContacts()
        _ = try await play([Self.pass]) { glass in
            try await glass.sees(dashboard, presses: "extra/10d", "9")
            try await glass.sees(Activity(event: event, support: support), presses: "1.1e")
            try await glass.sees(dashboard, presses: "1.1e")
        }
    }

    @Test(arguments: [(6.9, true), (7.1, false)])
    func `a renewed card is pointed out for a week, and leads to the card`(_ days: Double, _ isRenewed: Bool) async throws {
        stage.wallet.script { $0.events = CardDetails.events }
        stage.clock.advance(by: days * 86_400)
        let pid = CardDetails.pid(isRenewed: true)
        let dashboard = Dashboard(of: [pid], steps: .ofEvents(isRenewed: isRenewed))
        _ = try await play([pid]) { glass in
            guard isRenewed else {
                try await glass.sees(dashboard, presses: "1.1e")
                return
            }
            try await glass.sees(dashboard, presses: "extra/10a")
            try await glass.sees(CardOverview(card: pid), presses: "UC7.2/1.1g")
            try await glass.sees(dashboard, presses: "1.1e")
        }
    }

    @Test func `a renewed card is pointed out also without any event of it`() async throws {
        let pid = CardDetails.pid(isRenewed: true)
        stage.wallet.script { $0.isHistoryKept = false }
        let dashboard = Dashboard(of: [pid], steps: NextSteps(renewed: [pid.summary.id]))
        _ = try await play([pid]) { glass in try await glass.sees(dashboard, presses: "1.1e") }
    }

    @Test func `an event of a renewal does not point out a card that replaced none`() async throws {
        stage.wallet.script { $0.events = CardDetails.events }
        _ = try await play([Self.pid]) { glass in
            try await glass.sees(Dashboard(of: [Self.pid], steps: .ofEvents()), presses: "1.1e")
        }
    }

    @Test func `a new card that replaced none is not pointed out as renewed`() async throws {
        let issued = CardDetails.events.filter { $0.kind == .issued }
        stage.wallet.script { $0.events = issued }
        let dashboard = Dashboard(of: [Self.pid], steps: NextSteps(lastEvents: issued))
        _ = try await play([Self.pid]) { glass in try await glass.sees(dashboard, presses: "1.1e") }
    }

    @Test func `a card that does not count any more comes before one that expires soon, and other cards are not urgent`() {
        let cards = [CardStatus.valid, .expiresSoon, .suspended, .revoked].map { CardDetails.other($0, $0.rawValue).summary }
        #expect(cards.urgent.map(\.status) == [.revoked, .expiresSoon])
        #expect(Array(cards.prefix(3)).urgent.map(\.status) == [.expiresSoon])
        for status in [CardStatus.valid, .suspended, .notYetValid, .unknown] {
            #expect([CardDetails.pid(status).summary].urgent.isEmpty)
        }
    }
}
