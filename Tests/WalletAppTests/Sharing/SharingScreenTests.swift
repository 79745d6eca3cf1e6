// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The screens before an answer is given, and the controls that they do not have.
struct SharingScreenTests {
    private static func banners(of screen: any Screen) -> [Text] {
        Presentation.Drawn(screen).components.compactMap { if case .banner(_, let text) = $0 { text } else { nil } }
    }

    @Test func `every warning of a choice is on the approval screen`() {
        let offer = SharingSample.portrait
        for card in offer.parts[0].cards {
            let choice = SharingChoice([0: [card.summary.id]])
            let shown = Self.banners(of: ShareWith(offer: offer, choice: choice))
            let warnings = offer.warnings(of: choice)
            #expect(warnings.count == 4)
            for warning in warnings { #expect(shown.contains(warning.words(about: offer.organization.name)), "\(warning)") }
        }
    }

    @Test func `no value of a card is on an approval screen, and every value is one press away`() {
        let offer = SharingSample.offer()
        let values = SharingSample.pid.claims.compactMap { claim -> Text? in
            guard case .text = claim.value else { return nil }
            return ClaimText.value(claim.value, named: claim.path.last ?? "", in: SharingSample.pid.summary.zone)
        }
        #expect(values.count > 1)
        let approvals: [any Screen] = [
            ShareWith(offer: offer, choice: offer.standardChoice), LogInAt(offer: offer, choice: offer.standardChoice),
            AboutSharing(offer: offer, choice: offer.standardChoice),
        ]
        for screen in approvals { #expect(Set(Presentation.Drawn(screen).texts).isDisjoint(with: values), "\(screen.row)") }
        #expect(Set(values).isSubset(of: Presentation.Drawn(RequestedData(offer: offer, choice: offer.standardChoice)).texts))
    }

    @Test func `a picture cannot be shared without its own tick`() {
        let offer = SharingSample.portrait
        let refused = ShareWith(offer: offer, choice: offer.standardChoice)
        let accepted = ShareWith(offer: offer, choice: offer.standardChoice, isPortraitAccepted: true)
        #expect(!Presentation.Drawn(refused).controls.contains("UC5.1/10.1a"))
        #expect(Presentation.Drawn(refused).controls.contains("extra/15a"))
        #expect(Presentation.Drawn(accepted).controls.contains("UC5.1/10.1a"))
        let other = ShareWith(offer: offer, choice: SharingChoice([0: [SharingSample.pass.summary.id]]))
        #expect(Presentation.Drawn(other).controls.contains("UC5.1/10.1a"))
        #expect(!Presentation.Drawn(other).controls.contains("extra/15a"))
    }

    @Test(arguments: [false, true], [false, true])
    func `an answer that can no longer be sent sends the person to the website only if it may have arrived`(
        _ isLogin: Bool, _ mayHaveArrived: Bool
    ) {
        func texts(canResend: Bool) -> [Text] {
            let sent = SharingSample.sent(isLogin: isLogin, mayHaveArrived: mayHaveArrived, canResend: canResend)
            return Presentation.Drawn(MayHaveArrived(sent: sent)).texts
        }
        let (over, open) = (texts(canResend: false), texts(canResend: true))
        #expect(over.contains("mayHaveArrived.over") == mayHaveArrived)
        #expect(over.contains("mayHaveArrived.notSent.over") == !mayHaveArrived)
        #expect(Set(open).isDisjoint(with: ["mayHaveArrived.over", "mayHaveArrived.notSent.over"]))
        #expect(over.contains("mayHaveArrived.notSent.title.over") == !mayHaveArrived)
        #expect(open.contains("mayHaveArrived.notSent") == !mayHaveArrived && !over.contains("mayHaveArrived.notSent"))
        #expect(open.contains(mayHaveArrived ? "mayHaveArrived.again" : "mayHaveArrived.notSent.again"))
    }

    @Test func `nothing chosen cannot be shared`() {
        let screen = ShareWith(offer: SharingSample.portrait, choice: SharingChoice([:]), isPortraitAccepted: true)
        #expect(!Presentation.Drawn(screen).controls.contains("UC5.1/10.1a"))
    }

    @Test(arguments: [(true, false), (false, false), (false, true)])
    func `a warned request does not go on without a tick, and never if it is refused`(canProceed: Bool, isAccepted: Bool) {
        let screen = RegistrationUnverified(
            isLogin: false, organization: SharingSample.organization, problem: .absent, canProceed: canProceed, isAccepted: isAccepted)
        #expect(!Presentation.Drawn(screen).controls.contains("UC5.1/12.1a"))
        #expect(Presentation.Drawn(screen).controls.contains("extra/15b") == canProceed)
    }

    @Test func `contacts and the policy of a registration that does not count are not offered`() {
        let organization = SharingSample.registered(isVerified: false)
        for problem in SharingReport.allCases { #expect(problem.contacts(of: organization, support: SupportContacts()) == []) }
        let agreement = SharingAgreement(isLogin: false, organization: organization)
        #expect(!Presentation.Drawn(agreement).controls.contains("UC5.1/6.1a"))
    }

    @Test(arguments: [true, false])
    func `the agreement of an activity says how long data are kept only if data left`(_ hasLeft: Bool) {
        let agreement = SharingAgreement(rows: .activity, organization: SharingSample.organization, hasLeft: hasLeft)
        #expect(Presentation.Drawn(agreement).texts.contains { $0.key == "sharingAgreement.storage" } == hasLeft)
    }

    @Test func `an agreement without a registration says so, and not that it could not be verified`() {
        func texts(_ registration: SharingRegistration?) -> Set<Text> {
            let organization = SharingOrganization(
                name: "a", legalName: nil, identifier: nil, country: nil, host: "a.example", registration: registration)
            return Set(Presentation.Drawn(SharingAgreement(isLogin: false, organization: organization)).texts)
        }
        let (absent, claimed): (Text, Text) = ("aboutOrganization.noRegistration", "aboutOrganization.claimed")
        #expect(texts(nil).contains(absent) && !texts(nil).contains(claimed))
        let unverified = texts(SharingSample.registered(isVerified: false).registration)
        #expect(unverified.contains(claimed) && !unverified.contains(absent))
    }

    @Test func `a registration that was not kept is said to be so, and nothing is claimed about it`() {
        func keys(_ screen: any Screen) -> Set<String> { Set(Presentation.Drawn(screen).texts.map(\.key)) }
        let bare = SharingSample.bare
        let agreement = keys(SharingAgreement(rows: .activity, organization: bare, leavesOutRegistration: true))
        let about = keys(AboutOrganization(rows: .activity, organization: bare, leavesOutRegistration: true))
        let claims: Set = ["aboutOrganization.noRegistration", "sharingAgreement.noPurpose", "sharingAgreement.noPolicy"]
        for shown in [agreement, about] {
            #expect(shown.contains("aboutOrganization.registrationNotKept") && shown.isDisjoint(with: claims))
        }
        #expect(keys(SharingAgreement(rows: .activity, organization: bare)).isSuperset(of: claims))
    }

    @Test func `a registration that was kept is shown, whatever else was left out`() {
        let organization = SharingSample.organization
        #expect(
            Presentation.Drawn(SharingAgreement(rows: .activity, organization: organization, leavesOutRegistration: true)).texts
                == Presentation.Drawn(SharingAgreement(rows: .activity, organization: organization)).texts)
        #expect(
            Presentation.Drawn(AboutOrganization(rows: .activity, organization: organization, leavesOutRegistration: true)).texts
                == Presentation.Drawn(AboutOrganization(rows: .activity, organization: organization)).texts)
    }

    @Test func `each of the eight reasons of a report leads first to a body that can act on it`() {
        let organization = SharingSample.registered(isVerified: true)
        let support = SupportContacts(phone: "+31701234567")
        let first = SharingReport.allCases.map { $0.contacts(of: organization, support: support).first?.body }
        let (helpDesk, supervisor): (Text, Text) = ("whereToReport.helpDesk", Text("value.text", .verbatim("Supervisor")))
        let own = Text("value.text", .verbatim("Blue Bicycles"))
        #expect(first == [helpDesk, helpDesk, helpDesk, supervisor, supervisor, helpDesk, supervisor, own])
        for problem in SharingReport.allCases { #expect(!problem.contacts(of: nil, support: support).isEmpty, "\(problem)") }
    }

    @Test func `each way back follows from the arrival and the organization's address`() {
        #expect(SharingWayBack(.crossDevice, SharingReturn(address: "https://a.test")) == .otherScreen)
        #expect(SharingWayBack(.sameDevice, SharingReturn(address: "https://a.test")) == .website)
        #expect(SharingWayBack(.sameDevice, SharingReturn(address: nil)) == .byHand)
        #expect(SharingWayBack(.sameDevice, SharingReturn(address: nil, isAddressDropped: true)) == .addressRefused)
    }

    @Test(arguments: ["/back", "http://shop.example/", "javascript:alert(1)"])
    func `an address that the app does not open is refused, and the person is told`(_ address: String) {
        let back = SharingReturn(address: address).openable
        #expect(back.page == nil && SharingWayBack(.sameDevice, back) == .addressRefused)
    }

    @Test func `a long address with a code in its fragment is opened as the organization wrote it`() {
        let address = "https://shop.example/done/?q=" + String(repeating: "a", count: 1000) + "#response_code=091535f699ea575c"
        let back = SharingReturn(address: address).openable
        #expect(back.page?.text == address && SharingWayBack(.sameDevice, back) == .website)
    }
}
