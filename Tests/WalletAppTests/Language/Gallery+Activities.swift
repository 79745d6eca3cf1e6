// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration
import WalletInterface

@testable import WalletApp

extension Gallery {
    /// The screens of UC6.1 to UC6.3 and of the page `history`. All in the same time zone, so that pictures are the same everywhere.
    static let activities: [any Screen] = lists + events + pages + keeping

    private static let lists: [any Screen] =
        [true, false].flatMap { isOfCard -> [any Screen] in
            [
                Activities(events: [], isOfCard: isOfCard, zone: .gmt),
                Activities(events: [], isOfCard: isOfCard, areSomeUnreadable: true, zone: .gmt),
                Activities(
                    events: Array(ActivitySample.all.prefix(9)), isOfCard: isOfCard, hasOlder: true, areSomeUnreadable: true, isKept: false,
                    zone: .gmt),
            ]
        } + [Activities(events: ActivitySample.all, zone: .gmt)]

    private static let events: [any Screen] =
        ([
            ActivitySample.request(.delivered, warnings: SharingSample.requestWarnings, refusedAddress: "relative"),
            ActivitySample.request(.delivered, isLogin: true, refusedAddress: "otherDevice"), ActivitySample.request(.refused),
            ActivitySample.request(.approvalVoid, cards: [], reason: ApprovalChange.cards.rawValue), ActivitySample.unknown,
            ActivitySample.early(), ActivitySample.issuerReport,
        ] + [.issued, .problemReported, .newPIN, .historyOff].map { ActivitySample.event($0) }).map { Activity(event: $0, zone: .gmt) }
        + [Activity(event: ActivitySample.request(.mayHaveArrived), canDelete: false, zone: .gmt)]

    private static let pages: [any Screen] =
        [.delivered, .mayHaveArrived, .stopped].map { ActivityData(event: ActivitySample.request($0)) }
        + [
            ActivityData(event: ActivitySample.request(.missing, cards: [])), DataNotRight(event: ActivitySample.request(.delivered)),
            DataNotRight(
                event: ActivitySample.request(
                    .delivered, cards: [SharingEvent.Card(id: CardID("gone"), name: ActivitySample.card.name, claims: [])])),
            AboutOrganization(rows: .activity, organization: SharingSample.organization),
            SharingAgreement(rows: .activity, organization: SharingSample.organization),
            AboutIssuer(issuer: ActivitySample.card.issuer, rows: .activity),
            ReportProblem(rows: .activity, party: .organization(SharingSample.organization)),
            ReportProblem(rows: .card, party: .issuer(ActivitySample.card.issuer)),
            WhereToReport(
                rows: .activity, problem: .impostor, party: .organization(SharingSample.organization),
                support: SupportContacts(phone: "+31701234567")),
            WhereToReport(
                rows: .card, problem: .wrongData, party: .issuer(ActivitySample.card.issuer),
                support: SupportContacts(phone: "+31701234567")),
            AskToDelete(event: ActivitySample.request(.delivered), support: SupportContacts(), zone: .gmt),
            AskToDelete(event: ActivitySample.early(), support: SupportContacts(phone: "+31701234567"), zone: .gmt),
            AskToDelete(event: ActivitySample.early(), support: SupportContacts(), zone: .gmt),
            AccessRegained(), AccessRegained(hasActivity: true),
        ]

    private static let keeping: [any Screen] = [
        KeepActivities(isKept: true), KeepActivities(isKept: false), SaveActivities(), DeleteActivitiesQuestion(), ActivitiesDeleted(),
        StopKeepingQuestion(), DeleteActivityQuestion(event: ActivitySample.request(.delivered), zone: .gmt),
        DeleteActivityQuestion(event: ActivitySample.event(.renewed), zone: .gmt),
    ]
}
