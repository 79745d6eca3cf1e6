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

    private static let told: [WalletEvent] =
        [
            ActivitySample.request(
                .delivered, cards: [ActivitySample.shared, gone], warnings: SharingSample.requestWarnings, refusedAddress: "relative"),
            ActivitySample.request(.delivered, isLogin: true, refusedAddress: "otherDevice"), ActivitySample.request(.refused),
            ActivitySample.request(.approvalVoid, cards: [], reason: ApprovalChange.cards.rawValue), ActivitySample.unknown,
            ActivitySample.request(.stopped, cards: [], reason: SharingEvent.expired),
            ActivitySample.early(), ActivitySample.issuerReport, ActivitySample.event(.issued), ActivitySample.event(.problemReported),
            ActivitySample.event(.newPIN), ActivitySample.event(.biometricsOn), ActivitySample.event(.historyOff),
        ]

    private static let events: [any Screen] =
        told.map { event -> any Screen in Activity(event: event, zone: .gmt) }
        + [
            Activity(event: ActivitySample.request(.mayHaveArrived), canDelete: false, zone: .gmt),
            Activity(event: ActivitySample.request(.notSent), canDelete: false, zone: .gmt),
            Activity(event: ActivitySample.event(.pinChanged), support: support, zone: .gmt),
        ]

    /// A card whose issuer was not kept.
    private static let gone = SharingEvent.Card(id: CardID("gone"), name: ActivitySample.card.name, claims: [])

    private static let support = SupportContacts(phone: "+31701234567")

    private static let pages: [any Screen] = data + parties + deletions

    private static let data: [any Screen] = [
        ActivityData(event: ActivitySample.request(.delivered, cards: [ActivitySample.shared, gone])),
        ActivityData(event: ActivitySample.request(.mayHaveArrived)), ActivityData(event: ActivitySample.request(.notSent)),
        ActivityData(event: ActivitySample.request(.missing, cards: [])), DataNotRight(event: ActivitySample.request(.delivered)),
        DataNotRight(event: ActivitySample.request(.delivered, cards: [gone])),
        ActivityData(event: ActivitySample.request(.delivered, cards: [ActivitySample.shared, ActivitySample.others])),
    ]

    private static let parties: [any Screen] = {
        let (organization, issuer) = (SharingSample.organization, ActivitySample.card.issuer)
        return [
            AboutOrganization(rows: .activity, organization: organization), SharingAgreement(rows: .activity, organization: organization),
            SharingAgreement(rows: .activity, organization: organization, hasLeft: false),
            AboutOrganization(rows: .activity, organization: SharingSample.bare, leavesOutRegistration: true),
            SharingAgreement(rows: .activity, organization: SharingSample.bare, leavesOutRegistration: true),
            AboutIssuer(issuer: issuer, rows: .activity), ReportProblem(rows: .activity, party: .organization(organization)),
            ReportProblem(rows: .card, party: .issuer(issuer)),
            WhereToReport(rows: .activity, problem: .impostor, party: .organization(organization), support: support),
            WhereToReport(rows: .card, problem: .wrongData, party: .issuer(issuer), support: support),
        ]
    }()

    private static let deletions: [any Screen] = [
        AskToDelete(event: ActivitySample.request(.delivered), support: support, zone: .gmt),
        AskToDelete(event: ActivitySample.request(.delivered, cards: [ActivitySample.shared, gone]), support: support, zone: .gmt),
        AskToDelete(event: ActivitySample.early(), support: support, zone: .gmt),
        AskToDelete(event: ActivitySample.early(), support: SupportContacts(), zone: .gmt), AccessRegained(),
        AccessRegained(hasActivity: true),
    ]

    private static let keeping: [any Screen] = [
        KeepActivities(isKept: true), KeepActivities(isKept: false), KeepActivities(isKept: true, hasActivities: false),
        KeepActivities(isKept: true, isSaved: true), SaveActivities(), DeleteActivitiesQuestion(), ActivitiesDeleted(),
        StopKeepingQuestion(), DeleteActivityQuestion(event: ActivitySample.request(.delivered), zone: .gmt),
        DeleteActivityQuestion(event: ActivitySample.event(.renewed), zone: .gmt),
    ]
}
