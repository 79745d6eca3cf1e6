// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

@testable import WalletApp

extension Gallery {
    /// The screens of UC5.1 and UC5.2 with their choices of words.
    static let sharing: [any Screen] = [false, true].flatMap { requests($0) + warnings($0) + ends($0) } + sharingErrors

    private static func requests(_ isLogin: Bool) -> [any Screen] {
        let (offer, unnamed) = (SharingOffer.sample(isLogin: isLogin), SharingOffer.sample(isLogin: isLogin, host: nil))
        let choice = offer.standardChoice
        let organizations = [SharingOrganization.shop, .sample(isVerified: false)]
        return [
            FetchingRequest(isLogin: isLogin), WebsiteCheck(offer: offer), WebsiteCheck(offer: unnamed),
            AboutWebsiteCheck(isLogin: isLogin), AboutSharing(offer: offer, choice: choice), RequestedData(offer: offer, choice: choice),
            DataNotRight(offer: offer, choice: choice), SharingData(isLogin: isLogin), StopSharing(isLogin: isLogin),
            ReportProblem(isLogin: isLogin),
        ]
            + organizations.flatMap { organization -> [any Screen] in
                [
                    AboutOrganization(isLogin: isLogin, organization: organization),
                    SharingAgreement(isLogin: isLogin, organization: organization),
                ]
            }
            + SharingReport.allCases.map {
                WhereToReport(
                    isLogin: isLogin, problem: $0, organization: .shop, support: AppConfiguration.sample.document.support)
            } + approvals(isLogin)
    }

    private static func approvals(_ isLogin: Bool) -> [any Screen] {
        let card = CardDetails.pid().summary.id
        let doubtful = SharedCard.sample(.pid(), warnings: [.portrait(card), .statusUnknown(card)])
        let warnings: [SharingWarning] =
            [.overAsking([.age]), .noWebsiteHost] + RegistrationProblem.allCases.map { SharingWarning.unverifiedRegistration($0) }
        let offers = [
            SharingOffer.sample(isLogin: isLogin), .sample(isLogin: isLogin, cards: [doubtful], warnings: warnings),
            .sample(isLogin: isLogin, cards: [.pid, .library], isRequired: false),
        ]
        return offers.flatMap { offer in
            [false, true].map { isAccepted -> any Screen in
                guard isLogin else {
                    return ShareWith(offer: offer, choice: offer.standardChoice, isPortraitAccepted: isAccepted)
                }
                return LogInAt(offer: offer, choice: offer.standardChoice, isPortraitAccepted: isAccepted)
            }
        }
    }

    private static func warnings(_ isLogin: Bool) -> [any Screen] {
        [(true, true), (true, false), (false, false)].flatMap { canProceed, isAccepted -> [any Screen] in
            let tooMuch: any Screen = AsksTooMuch(
                isLogin: isLogin, organization: .shop, claims: [.age], canProceed: canProceed, isAccepted: isAccepted)
            return [tooMuch]
                + RegistrationProblem.allCases.map {
                    RegistrationUnverified(
                        isLogin: isLogin, organization: .shop, problem: $0, canProceed: canProceed, isAccepted: isAccepted)
                }
        } + ApprovalChange.allCases.map { LookAgain(isLogin: isLogin, change: $0) }
    }

    private static func ends(_ isLogin: Bool) -> [any Screen] {
        let sent = [true, false].flatMap { mayHaveArrived in
            [true, false].map { SentSharing.sample(isLogin: isLogin, mayHaveArrived: mayHaveArrived, canResend: $0) }
        }
        return SharingWayBack.allCases.flatMap { wayBack -> [any Screen] in
            let success: any Screen =
                if isLogin {
                    LoggedIn(organizationName: "The Shop", wayBack: wayBack, hasActivity: true)
                } else {
                    DataShared(organizationName: "The Shop", cards: [.pid, .library], wayBack: wayBack, hasActivity: true)
                }
            return [
                success, SharingStopped(isLogin: isLogin, organizationName: "The Shop", wayBack: wayBack),
                SharingStopped(isLogin: isLogin, organizationName: nil, wayBack: wayBack),
            ]
        } + sent.map { MayHaveArrived(sent: $0, hasActivity: true) }
            + MissingCause.allCases.flatMap { cause -> [any Screen] in
                let missing = MissingCards.sample(isLogin: isLogin, cause: cause, wouldRenewalHelp: cause == .expired)
                return [DataMissing(missing: missing), MissingDetails(missing: missing)]
            }
    }

    private static let sharingErrors: [any Screen] =
        [
            VerifierFailed(organizationName: nil, failure: .request, code: "sample"),
            VerifierFailed(organizationName: "The Shop", failure: .request, code: "sample"),
            VerifierFailed(organizationName: "The Shop", failure: .answer), ServerUnreachable(isOrganization: true),
        ]
        + SharingArrival.allCases.flatMap { arrival -> [any Screen] in
            [false, true].flatMap { hasReceived -> [any Screen] in
                ["The Shop", nil].map {
                    SessionExpired(sharing: .init(organizationName: $0, arrival: arrival, hasReceived: hasReceived))
                }
            }
        }
}
