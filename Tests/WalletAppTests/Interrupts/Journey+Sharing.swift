// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC5.1 and UC5.2, with a session that is there after the unlock.
extension Journey {
    static let sharing = [shareData, logInAt, stopSharing, dataMissing, brokenRequest, mayHaveArrived] + warned

    /// Begins with a session.
    private static func session(_ name: String, _ steps: [Step], _ state: SharingState) -> Journey {
        Journey(
            name, way: [see(lock, enter: Digits.mine)], steps,
            prepare: { wallet in
                registered(wallet)
                wallet.script { $0.sharing = state }
            })
    }

    private static let offer = SharingOffer.sample(.crossDevice, cards: [.pid, .library])
    private static let choice = offer.standardChoice
    private static let approval = ShareWith(offer: offer, choice: choice)
    private static let place = SharingPlace(set: 0, part: 0)
    private static let about = AboutOrganization(isLogin: false, organization: .shop)
    /// A page over the approval: after a lock the approval is shown again.
    private static func page(_ screen: some Screen, _ number: String) -> Step {
        see(screen, number).on(.flow, afterLock: .before)
    }

    private static let shareData = session(
        "UC5.1, another device",
        [
            see(WebsiteCheck(offer: offer), "1.2c"), see(AboutWebsiteCheck(isLogin: false), "3.1a"),
            see(WebsiteCheck(offer: offer), "1.2a"), see(approval, "10.1b"), page(about, "7.1b"), see(approval, "10.1g"),
            page(SharingAgreement(isLogin: false, organization: .shop), "6.1b"), see(approval, "10.1c"),
            page(RequestedData(offer: offer, choice: choice), "10.2d"), Step(approval, .choose("10.1h", place.target)),
            page(ChooseCard(offer: offer, choice: choice, place: place), "10.3b"), see(approval, "10.1a"),
            Step(ConfirmWithPIN(isCancelable: true), .enter(Digits.mine)).on(.flow, afterLock: .lookAgain),
            see(
                DataShared(organizationName: "The Shop", cards: [.pid], wayBack: .otherScreen, hasActivity: true), "1.6a"
            ).on(.flow, afterLock: .end), end(home),
        ], .offered(offer))

    private static let login = SharingOffer.sample(isLogin: true)
    private static let loginAt = LogInAt(offer: login, choice: login.standardChoice)
    private static let logInAt = session(
        "UC5.2, this device",
        [
            see(loginAt, "1.3b"), page(AboutSharing(offer: login, choice: login.standardChoice), "4.1e"), see(loginAt, "1.3a"),
            Step(ConfirmWithPIN(isCancelable: true), .enter(Digits.mine)).on(.flow, afterLock: .lookAgain),
            see(LoggedIn(organizationName: "The Shop", wayBack: .byHand, hasActivity: true), "1.7d").on(.flow, afterLock: .end),
            end(home),
        ], .offered(login))

    private static let stopSharing = session(
        "UC5.1/2, 8",
        [
            see(WebsiteCheck(offer: offer), "1.2b"), see(StopSharing(isLogin: false), "2.1c"),
            Step(ReportProblem(isLogin: false), .choose("8.1b", "tooMuch")),
            see(
                WhereToReport(
                    isLogin: false, problem: .tooMuch, organization: .shop, support: AppConfiguration.sample.document.support), "8.2a"),
            see(ReportProblem(isLogin: false), "8.1a"), see(StopSharing(isLogin: false), "2.1a"),
            see(SharingStopped(isLogin: false, organizationName: "The Shop", wayBack: .otherScreen), "2.2a"), end(home),
        ], .offered(offer))

    private static let missing = MissingCards.sample()
    private static let dataMissing = session(
        "UC5.1/9",
        [
            see(DataMissing(missing: missing), "9.1b"), see(MissingDetails(missing: missing), "9.2a"),
            see(DataMissing(missing: missing), "9.1a"),
            see(SharingStopped(isLogin: false, organizationName: "The Shop", wayBack: .byHand), "2.2a"), end(home),
        ], .missing(missing))

    private static let brokenRequest = session(
        "error, UC5.1/1.1",
        [
            see(VerifierFailed(organizationName: "The Shop", failure: .request, code: "sample"), "KnownVerifier.close"), end(home),
        ], .refused(.sample(.brokenRequest)))

    private static let mayHaveArrived = session(
        "UC5.1/14",
        [see(MayHaveArrived(sent: .sample(canResend: false)), "14.1c"), end(home)], .answered(.sample(canResend: false)))

    private static func tooMuch(_ isAccepted: Bool) -> AsksTooMuch {
        AsksTooMuch(isLogin: false, organization: .shop, claims: [.age], canProceed: true, isAccepted: isAccepted)
    }
    private static func unverified(_ isAccepted: Bool) -> RegistrationUnverified {
        RegistrationUnverified(isLogin: false, organization: .shop, problem: .absent, canProceed: true, isAccepted: isAccepted)
    }
    private static let doubtful = SharingOffer.sample(warnings: [.overAsking([.age]), .unverifiedRegistration(.absent)])
    private static let warned = [
        session(
            "UC5.1/11, 12",
            [
                see(tooMuch(false), "extra/15b"), see(tooMuch(true), "11.1a"), see(unverified(false), "extra/15b"),
                see(unverified(true), "12.1a"), end(ShareWith(offer: doubtful, choice: doubtful.standardChoice)),
            ], .offered(doubtful))
    ]
}
