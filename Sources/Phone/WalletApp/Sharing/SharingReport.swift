// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

/// A reason to report a request (UC5.1/8.1). Only the body that the person contacts learns it.
enum SharingReport: String, Sendable, Hashable, CaseIterable {
    /// The person does not know the organization.
    case stranger
    /// It seems to be another organization than it says.
    case impostor
    /// Something about it is suspicious.
    case suspicious
    /// It asks for more than it needs.
    case tooMuch
    /// It asks for data that have nothing to do with the matter.
    case unrelated
    /// The person did not begin what it asks for.
    case notBegun
    /// Its conditions are unreasonable.
    case unreasonable
    /// The data about the person are wrong.
    case wrongData

    /// The sentence of the list.
    var words: Text { Text("reportProblem.\(rawValue)") }

    /// Returns the bodies that fit the problem, the best first. The issuers of cards are in no register, so only the help desk fits.
    func contacts(about party: ReportedParty, support: SupportContacts) -> [SharingContact] {
        switch party {
        case .organization(let organization): contacts(of: organization, support: support)
        case .issuer: SharingContact.all(of: support)
        }
    }

    /// Returns the bodies that fit the problem, the best first. Contacts of a registration that does not count are left out.
    ///
    /// - Parameters:
    ///   - organization: the organization that asks; nil if it is not known.
    ///   - support: the wallet's own help desk.
    func contacts(of organization: SharingOrganization?, support: SupportContacts) -> [SharingContact] {
        let registration = organization?.registration.flatMap { $0.isVerified ? $0 : nil }
        let supervisor = registration.map { SharingContact.all(of: $0.supervisor) } ?? []
        let own = organization.flatMap { organization in
            registration.map { SharingContact.all(of: $0, named: organization.name) }
        }
        let helpDesk = SharingContact.all(of: support)
        return switch self {
        case .tooMuch, .unrelated, .unreasonable: supervisor.isEmpty ? helpDesk : supervisor
        case .stranger, .impostor, .suspicious, .notBegun: helpDesk + supervisor
        case .wrongData: own.flatMap { $0.isEmpty ? nil : $0 } ?? helpDesk
        }
    }
}

/// An address at which a problem can be reported (UC5.1/8.2b).
struct SharingContact: Sendable, Hashable {
    /// The way to reach a body.
    enum Way: Sendable, Hashable {
        /// The address of a page, `https`.
        case page(String)
        case mail(String)
        case phone(String)
    }

    let way: Way
    /// The role of the body.
    let role: EventContact.Body
    /// The body's own name; nil if the app names its role only.
    let name: String?

    /// The body's name, or its role.
    var body: Text {
        if let name { return Text("value.text", .verbatim(name)) }
        return role == .helpDesk ? "whereToReport.helpDesk" : "whereToReport.supervisor"
    }

    /// The contact as the history keeps it: without the address.
    var noted: EventContact {
        let way: EventContact.Way =
            switch self.way {
            case .page: .page
            case .mail: .mail
            case .phone: .phone
            }
        return EventContact(body: role, way: way, name: name)
    }

    /// The address or number, as it is written.
    var address: String {
        switch way {
        case .page(let text), .mail(let text), .phone(let text): text
        }
    }

    /// Returns the ways to ask an organization to delete data (UC6.3/7.1): its own; without any, those of the bodies that can help.
    ///
    /// - Parameters:
    ///   - organization: the organization as it was when the data left; nil if that was not kept.
    ///   - support: the wallet's own help desk.
    static func forDeletion(by organization: SharingOrganization?, support: SupportContacts) -> [SharingContact] {
        guard let organization, let registration = organization.verified else { return all(of: support) }
        let own = all(of: registration, named: organization.name)
        return own.isEmpty ? all(of: registration.supervisor) + all(of: support) : own
    }

    fileprivate static func all(of supervisor: SupervisoryAuthority) -> [SharingContact] {
        all(page: supervisor.page, mail: supervisor.email, phone: supervisor.phone, of: .supervisor, supervisor.name)
    }

    fileprivate static func all(of registration: SharingRegistration, named name: String) -> [SharingContact] {
        all(page: registration.support, mail: registration.supportMail, phone: nil, of: .organization, name)
    }

    /// Returns the ways to reach the wallet's own help desk.
    static func all(of support: SupportContacts) -> [SharingContact] {
        all(page: support.web?.text, mail: support.email, phone: support.phone, of: .helpDesk, nil)
    }

    private static func all(
        page: String?, mail: String?, phone: String?, of role: EventContact.Body, _ name: String?
    ) -> [SharingContact] {
        [page.map { Way.page($0) }, mail.map { Way.mail($0) }, phone.map { Way.phone($0) }].compactMap { way in
            way.map { SharingContact(way: $0, role: role, name: name) }
        }
    }
}
