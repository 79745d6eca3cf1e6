// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC6.1 and UC6.3, and what becomes of the history.
extension Journey {
    static let activities = [showActivities, manageActivities, deleteActivities]

    private static let event = WalletEvent.sample(6)
    private static let events = [event] + CardDetails.events
    private static let list = Activities(events: events)
    private static let activity = Activity(event: event)
    private static let support = AppConfiguration.sample.document.support
    private static let party = ReportedParty.organization(.shop)
    private static let report = ReportProblem(rows: .activity, party: party)
    private static let about = AboutOrganization(rows: .activity, organization: .shop)

    @Sendable private static func withEvents(_ wallet: FakeWallet) {
        withoutSensor(wallet)
        wallet.script { $0.events = events }
    }

    private static let showActivities = Journey(
        "UC6.1, UC6.3", way: [see(lock, enter: Digits.mine), see(home, "1.1c")],
        [
            Step(list, .choose("1.1a", "6")), see(activity, "1.1a"), see(ActivityData(event: event), "2.1a"),
            see(DataNotRight(event: event), "3.1a"), see(ActivityData(event: event), "2.1c"), see(activity, "1.1b"),
            see(SharingAgreement(rows: .activity, organization: .shop), "5.1b"), see(activity, "1.1c"), see(about, "6.1a"),
            Step(report, .choose("4.1b", "tooMuch")),
            see(WhereToReport(rows: .activity, problem: .tooMuch, party: party, support: support), "4.2a"), see(report, "4.1a"),
            see(about, "6.1c"), see(activity, "1.1f"), see(AskToDelete(event: event, support: support), "7.1b"),
            see(activity, "extra/17a"), see(DeleteActivityQuestion(event: event), "5.1b"), see(activity, "1.1e"), see(list, "1.1b"),
            end(home),
        ], prepare: withEvents)

    private static let kept = KeepActivities(isKept: true)
    private static let manageActivities = Journey(
        "history", way: toMenu + [see(AppMenu(), "1.1d"), see(list, "extra/16a")],
        [
            see(kept, "1.1a"), see(SaveActivities(), "2.1b"), see(kept, "1.1b"), see(DeleteActivitiesQuestion(), "3.1b"),
            see(kept, "1.1c"), see(StopKeepingQuestion(), "4.1b"), see(kept, "1.1f"), see(list, "1.1b"), end(AppMenu()),
        ], prepare: withEvents)

    private static let confirmOrCancel = ConfirmWithPIN(isCancelable: true)
    private static let erased = WalletEvent(number: 7, kind: .historyErased, date: FakeWallet.Script.eventDate, card: nil)
    private static let deleteActivities = Journey(
        "history/3", way: toMenu + [see(AppMenu(), "1.1d"), see(list, "extra/16a")],
        [
            see(kept, "1.1b"), see(DeleteActivitiesQuestion(), "3.1a"), see(confirmOrCancel, enter: Digits.mine),
            see(ActivitiesDeleted(), "3.3a"), see(Activities(events: [erased]), "1.1b"), end(AppMenu()),
        ], prepare: withEvents)
}
