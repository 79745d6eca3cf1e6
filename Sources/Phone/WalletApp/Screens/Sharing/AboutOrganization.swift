// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/7.1, UC5.2/7.1: the organization. What its certificate proves stands apart from its registration.
struct AboutOrganization: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case help, back
    }

    let isLogin: Bool
    let organization: SharingOrganization

    var row: Row { rows.row("7.1") }
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row("7.1b"), .back), .help(row: rows.row("7.1a"), .help)),
            .title(Text("aboutOrganization.title", organization.argument)),
            .heading("aboutOrganization.certificate"),
            .facts(certificate),
        ] + registration
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }

    private var certificate: [Fact] {
        let optional: [Fact?] = [
            organization.legalName.map { Fact("aboutOrganization.legalName", $0) },
            organization.identifier.map { Fact("aboutOrganization.identifier", $0) },
            organization.country.map { Fact("aboutOrganization.country", text: Text("value.text", .country($0))) },
        ]
        return [Fact("aboutOrganization.name", organization.name)] + optional.compactMap(\.self)
            + [Fact("aboutOrganization.host", organization.host)]
    }

    private var registration: [Piece<Action>] {
        guard let registration = organization.registration else { return [.banner(.warn, "aboutOrganization.noRegistration")] }
        let warning: [Piece<Action>] = registration.isVerified ? [] : [.banner(.warn, "aboutOrganization.claimed")]
        let groups: [(Text, [Fact])] = [
            ("aboutOrganization.registration", registration.names + organization.use),
            ("aboutOrganization.contact", registration.contacts),
            ("aboutOrganization.supervisor", registration.supervisor.facts),
        ]
        return warning
            + groups.filter { !$0.1.isEmpty }.flatMap { heading, facts -> [Piece<Action>] in [.heading(heading), .facts(facts)] }
    }
}

extension SharingRegistration {
    fileprivate var names: [Fact] {
        let named: [(Text, String?)] = [
            ("aboutOrganization.name", name), ("aboutOrganization.legalName", legalName), ("aboutOrganization.intermediary", intermediary),
            ("aboutOrganization.registrar", registrar),
        ]
        return named.facts
    }

    fileprivate var contacts: [Fact] {
        let named: [(Text, String?)] = [
            ("aboutOrganization.page", information), ("aboutOrganization.support", support), ("aboutOrganization.mail", supportMail),
            ("aboutOrganization.policy", privacyPolicy),
        ]
        return named.facts
    }
}

extension SupervisoryAuthority {
    fileprivate var facts: [Fact] {
        let named: [(Text, String?)] = [
            ("aboutOrganization.name", name), ("aboutOrganization.mail", email), ("aboutOrganization.phone", phone),
            ("aboutOrganization.page", page),
        ]
        return named.facts
    }
}

extension [(Text, String?)] {
    /// The facts that have a value.
    fileprivate var facts: [Fact] {
        compactMap { name, value in value.flatMap { $0.isEmpty ? nil : Fact(name, $0) } }
    }
}
