// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// Reports of organizations and issuers, and wishes for deletion: the rows, the bodies and what the history keeps of them.
struct ReportedPartyTests {
    private static let support = SupportContacts(phone: "+31701234567", email: "help@wallet.example")
    private static let issuer = CardDetails.pid().issuer

    private static func controls(of screen: any Screen) -> Set<Row> { Set(Presentation.Drawn(screen).controls) }

    private static func counting(support: String?, supervisor: SupervisoryAuthority) -> SharingOrganization {
        SharingOrganization(
            name: "Blue Bicycles", legalName: nil, identifier: nil, country: nil, host: "shop.example",
            registration: SharingRegistration(
                isVerified: true, name: nil, legalName: nil, service: LocalizedText([]), purpose: LocalizedText([]), privacyPolicy: nil,
                information: nil, support: support, supportMail: nil, supervisor: supervisor, intermediary: nil, registrar: nil))
    }

    @Test func `each page has the rows of its use case`() {
        let pages: [(PageRows, [Row])] = [
            (.sharing, ["UC5.1/5.1", "UC5.1/6.1", "UC5.1/7.1", "UC5.1/8.1", "UC5.1/8.2"]),
            (.login, ["UC5.2/5.1", "UC5.2/6.1", "UC5.2/7.1", "UC5.2/8.1", "UC5.2/8.2"]),
            (.activity, ["UC6.3/3.1", "UC6.3/5.1", "UC6.3/6.1", "UC6.3/4.1", "UC6.3/4.2"]),
        ]
        for (rows, expected) in pages { #expect(PageRows.Page.allCases.map { rows.row($0) } == expected) }
        #expect([PageRows.Page.about, .report, .contacts].map { PageRows.card.row($0) } == ["UC7.2/4.1", "UC7.2/5.1", "UC7.2/5.2"])
    }

    @Test func `the page about an organization can report it in the history only`() {
        let organization = SharingSample.organization
        #expect(
            Self.controls(of: AboutOrganization(rows: .activity, organization: organization))
                == ["UC6.3/6.1a", "UC6.3/6.1b", "UC6.3/6.1c"])
        #expect(Self.controls(of: AboutOrganization(isLogin: false, organization: organization)) == ["UC5.1/7.1a", "UC5.1/7.1b"])
        #expect(Self.controls(of: AboutIssuer(issuer: Self.issuer)) == ["UC7.2/4.1a", "UC7.2/4.1b", "UC7.2/4.1c"])
        #expect(Self.controls(of: AboutIssuer(issuer: Self.issuer, rows: .activity)) == ["UC6.3/6.1a", "UC6.3/6.1b", "UC6.3/6.1c"])
    }

    @Test func `an issuer is not reported for a request, and only the help desk fits`() {
        let party = ReportedParty.issuer(Self.issuer)
        #expect(Set(party.problems).isDisjoint(with: [.tooMuch, .unrelated, .notBegun]))
        for problem in party.problems {
            let contacts = problem.contacts(about: party, support: Self.support)
            #expect(contacts.map(\.role) == [.helpDesk, .helpDesk])
        }
    }

    @Test func `wrong data name the issuer, whose address is text and no link`() {
        let screen = WhereToReport(rows: .card, problem: .wrongData, party: .issuer(Self.issuer), support: SupportContacts())
        let facts = Presentation.Drawn(screen).components.compactMap { if case .facts(let facts, _) = $0 { facts } else { nil } }
        #expect(facts.joined().contains(Fact("aboutIssuer.address", Self.issuer.identifier)))
        #expect(Self.controls(of: screen) == ["UC7.2/5.2a", .sharedHelp])
    }

    @Test func `an activity of a card reports its issuer, any other the organization, known or not`() {
        #expect(ReportedParty(ActivitySample.event(.issued)) == .issuer(ActivitySample.card.issuer))
        #expect(ReportedParty(ActivitySample.request(.delivered)) == .organization(SharingSample.organization))
        #expect(ReportedParty(ActivitySample.unknown) == .organization(nil))
        #expect(ReportedParty(ActivitySample.early()) == .organization(nil))
    }

    @Test func `the history keeps the body and the way of a contact, and no address`() {
        let contacts = SharingContact.forDeletion(by: SharingSample.organization, support: Self.support)
        #expect(contacts.map(\.noted.way) == [.page, .mail])
        for contact in contacts {
            #expect(contact.noted.body == .organization && contact.noted.name == "Blue Bicycles")
            #expect(!"\(contact.noted)".contains(contact.address))
        }
    }

    @Test func `deletion is asked of the organization, else of its supervisor and the help desk`() {
        let supervisor = SupervisoryAuthority(name: "Supervisor", phone: "+31701112233")
        func roles(_ organization: SharingOrganization?) -> [EventContact.Body] {
            SharingContact.forDeletion(by: organization, support: Self.support).map(\.role)
        }
        #expect(roles(Self.counting(support: "https://shop.example/help", supervisor: supervisor)) == [.organization])
        #expect(roles(Self.counting(support: nil, supervisor: supervisor)) == [.supervisor, .helpDesk, .helpDesk])
        #expect(roles(Self.counting(support: nil, supervisor: SupervisoryAuthority())) == [.helpDesk, .helpDesk])
    }

    @Test func `an address of a registration that does not count is never offered for deletion`() {
        for organization in [SharingSample.registered(isVerified: false), SharingSample.bare, nil] {
            let contacts = SharingContact.forDeletion(by: organization, support: Self.support)
            #expect(contacts.map(\.role) == [.helpDesk, .helpDesk])
            #expect(SharingContact.forDeletion(by: organization, support: SupportContacts()) == [])
        }
    }

    @Test func `a person without any way is told so, and can still copy what to write`() {
        let drawn = Presentation.Drawn(AskToDelete(event: ActivitySample.early(), support: SupportContacts()))
        #expect(drawn.texts.contains("whereToReport.none"))
        #expect(!drawn.controls.contains("UC6.3/7.1a"))
        #expect(drawn.components.contains { if case .facts(_, canBeCopied: true) = $0 { true } else { false } })
    }
}
