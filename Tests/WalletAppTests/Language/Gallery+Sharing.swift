// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

@testable import WalletApp

extension Gallery {
    /// The screens of UC5.1 and UC5.2.
    static let sharing: [any Screen] =
        offers + [true, false].flatMap { pages(isLogin: $0) + ends(isLogin: $0) } + organizations + sharingErrors
        + SharingHelp.allCases.map { HelpPage(topic: $0.rawValue, support: SupportContacts()) }

    private static let offers: [any Screen] = {
        let (offer, portrait, login) = (SharingSample.offer(), SharingSample.portrait, SharingSample.offer(isLogin: true))
        let none = portrait.withoutAnswer(at: SharingPlace(set: 0, part: 0), of: portrait.standardChoice) ?? portrait.standardChoice
        let card = SharedCard(summary: SharingSample.pass.summary, claims: [], warnings: [.statusUnknown(SharingSample.pass.summary.id)])
        let possession = SharingSample.offer(of: SharingSample.bare, host: nil, warnings: SharingSample.requestWarnings, cards: [card])
        let claimed = SharingSample.offer(of: SharingSample.registered(isVerified: false))
        return [
            FetchingRequest(), FetchingRequest(isLogin: true), WebsiteCheck(offer: offer), WebsiteCheck(offer: possession),
            ShareWith(offer: portrait, choice: portrait.standardChoice),
            ShareWith(offer: portrait, choice: portrait.standardChoice, isPortraitAccepted: true), ShareWith(offer: portrait, choice: none),
            LogInAt(offer: login, choice: login.standardChoice),
            ChooseCard(offer: portrait, choice: portrait.standardChoice, place: SharingPlace(set: 0, part: 0)),
            ChooseCard(
                offer: SharingSample.options, choice: SharingSample.options.standardChoice, place: SharingPlace(set: 0, part: 0)),
        ]
            + [offer, possession, claimed].flatMap { offer -> [any Screen] in
                [
                    ShareWith(offer: offer, choice: offer.standardChoice), AboutSharing(offer: offer, choice: offer.standardChoice),
                    RequestedData(offer: offer, choice: offer.standardChoice), DataNotRight(offer: offer, choice: offer.standardChoice),
                ]
            } + [
                AboutSharing(offer: login, choice: login.standardChoice), RequestedData(offer: portrait, choice: portrait.standardChoice),
            ]
    }()

    private static func pages(isLogin: Bool) -> [any Screen] {
        let organization = SharingSample.organization
        let support = SupportContacts(phone: "+31701234567")
        return [AboutWebsiteCheck(isLogin: isLogin), ReportProblem(isLogin: isLogin), StopSharing(isLogin: isLogin)]
            + SharingReport.allCases.flatMap { problem -> [any Screen] in
                [organization, SharingSample.registered(isVerified: true, supervisor: nil), nil].map {
                    WhereToReport(isLogin: isLogin, problem: problem, organization: $0, support: $0 == nil ? SupportContacts() : support)
                }
            }
            + [(true, true), (true, false), (false, false)].flatMap { canProceed, isAccepted -> [any Screen] in
                [
                    AsksTooMuch(
                        isLogin: isLogin, organization: organization, claims: [SharingSample.asked, SharingSample.cardItself],
                        canProceed: canProceed, isAccepted: isAccepted)
                ]
                    + RegistrationProblem.allCases.map {
                        RegistrationUnverified(
                            isLogin: isLogin, organization: organization, problem: $0, canProceed: canProceed, isAccepted: isAccepted)
                    }
            } + ApprovalChange.allCases.map { LookAgain(isLogin: isLogin, change: $0) }
    }

    private static func ends(isLogin: Bool) -> [any Screen] {
        let missing = SharingSample.missing(isLogin: isLogin)
        return [SharingData(isLogin: isLogin), DataMissing(missing: missing), MissingDetails(missing: missing)]
            + [(true, true), (true, false), (false, true), (false, false)].map { mayHaveArrived, canResend in
                MayHaveArrived(
                    sent: SharingSample.sent(isLogin: isLogin, mayHaveArrived: mayHaveArrived, canResend: canResend), hasActivity: canResend
                )
            }
            + SharingWayBack.allCases.flatMap { back -> [any Screen] in
                [
                    SharingStopped(isLogin: isLogin, organizationName: back == .website ? "Blue Bicycles" : nil, wayBack: back),
                    DataShared(organizationName: "Blue Bicycles", cards: [SharingSample.shared(SharingSample.pid)], wayBack: back),
                    DataShared(organizationName: "Blue Bicycles", cards: [], wayBack: back),
                    LoggedIn(organizationName: "Blue Bicycles", wayBack: back, hasActivity: true),
                ]
            }
    }

    private static let organizations: [any Screen] = [
        SharingSample.organization, SharingSample.registered(isVerified: false), SharingSample.bare,
    ].flatMap { organization -> [any Screen] in
        [true, false].flatMap { isLogin -> [any Screen] in
            [
                AboutOrganization(isLogin: isLogin, organization: organization),
                SharingAgreement(isLogin: isLogin, organization: organization),
            ]
        }
    }

    private static let sharingErrors: [any Screen] =
        VerifierFailed.Failure.allCases.map { VerifierFailed(organizationName: "Blue Bicycles", failure: $0) }
        + [VerifierFailed(organizationName: nil, code: "request_expired")]
        + ["Blue Bicycles", nil].flatMap { name -> [any Screen] in
            SharingArrival.allCases.flatMap { arrival -> [any Screen] in
                [true, false].map {
                    SessionExpired(sharing: SessionExpired.Sharing(organizationName: name, arrival: arrival, hasReceived: $0))
                }
            }
        } + [SessionExpired()]
}
