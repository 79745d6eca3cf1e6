// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

@testable import WalletApp

extension Journey {
    private static let pid = CardDetails.pid()
    private static let dashboard = Dashboard(of: [pid], steps: .ofEvents())

    @Sendable private static func withPID(_ wallet: FakeWallet) {
        registered(wallet)
        wallet.script { script in
            script.hasPID = true
            script.biometricAvailability = .unsupported
            script.events = CardDetails.events
        }
        wallet.hold([pid])
    }

    static let showAllCards = Journey(
        "UC7.1", way: [see(lock, enter: Digits.mine)],
        [
            see(dashboard, "1.1g"), see(help("UC7.1"), "1a"), Step(dashboard, .choose("extra/10d", "4")),
            see(Activity(event: CardDetails.events[0]), "1.1e"), see(dashboard, "1.1e"), see(AppMenu(), "1.1h"), end(dashboard),
        ], prepare: withPID)

    static let showCardDetails = Journey(
        "UC7.2", way: [see(lock, enter: Digits.mine)],
        [
            Step(dashboard, .choose("1.1d", "pid")), see(CardOverview(card: pid), "1.1a"), see(CardData(card: pid), "2.1a"),
            see(DetailsIncorrect(issuer: pid.summary.issuerName), "3.1a"), see(CardData(card: pid), "2.1c"),
            see(CardOverview(card: pid), "1.1c"), see(AboutIssuer(issuer: pid.issuer), "4.1c"), see(CardOverview(card: pid), "1.1b"),
            see(Activities(events: CardDetails.events, isOfCard: true), "1.1b"), see(CardOverview(card: pid), "1.1g"), end(dashboard),
        ], prepare: withPID)

    // MARK: UC7.4

    private static let library = CardDetails.other(.valid)
    private static let question = DeleteCardQuestion(card: library.summary)
    private static let gone = CardDeleted(card: library.summary)
    private static let deletion = WalletEvent(
        number: 5, kind: .deleted, date: FakeWallet.Script.eventDate,
        card: EventCard(id: library.summary.id, name: library.summary.localizedName, issuer: library.issuer))

    static let deleteCard = Journey(
        "UC7.4",
        way: [
            see(lock, enter: Digits.mine),
            Step(Dashboard(of: [pid, library], steps: .ofEvents()), .choose("1.1d", "library")),
            see(CardOverview(card: library), "1.1f"),
        ],
        [
            see(question, "1.1b"), see(CardOverview(card: library), "1.1f"), see(question, "1.1a"),
            see(ConfirmWithPIN(isCancelable: true), enter: Digits.mine), see(gone, "1.3c"), see(help("UC7.4"), "1a"), see(gone, "1.3a"),
            end(Dashboard(of: [pid], steps: NextSteps(lastEvents: [deletion] + CardDetails.events.prefix(2)))),
        ],
        prepare: { wallet in
            withPID(wallet)
            wallet.hold([pid, library])
        })
}
