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
    /// The body's name.
    let body: Text

    /// The address or number, as it is written.
    var address: String {
        switch way {
        case .page(let text), .mail(let text), .phone(let text): text
        }
    }

    fileprivate static func all(of supervisor: SupervisoryAuthority) -> [SharingContact] {
        let body = supervisor.name.map { Text("value.text", .verbatim($0)) } ?? "whereToReport.supervisor"
        return all(page: supervisor.page, mail: supervisor.email, phone: supervisor.phone, of: body)
    }

    fileprivate static func all(of registration: SharingRegistration, named name: String) -> [SharingContact] {
        all(page: registration.support, mail: registration.supportMail, phone: nil, of: Text("value.text", .verbatim(name)))
    }

    fileprivate static func all(of support: SupportContacts) -> [SharingContact] {
        all(page: support.web?.text, mail: support.email, phone: support.phone, of: "whereToReport.helpDesk")
    }

    private static func all(page: String?, mail: String?, phone: String?, of body: Text) -> [SharingContact] {
        [page.map { Way.page($0) }, mail.map { Way.mail($0) }, phone.map { Way.phone($0) }].compactMap { way in
            way.map { SharingContact(way: $0, body: body) }
        }
    }
}
