// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/7.1, UC5.2/7.1, UC6.3/6.1: the organization. What its certificate proves stands apart from its registration.
struct AboutOrganization: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        /// Only UC6.3 has it.
        case report
        case help, back
    }

    private let rows: PageRows
    private let organization: SharingOrganization
    private let leavesOutRegistration: Bool

    /// The organization of a request.
    init(isLogin: Bool, organization: SharingOrganization) { self.init(rows: PageRows(isLogin: isLogin), organization: organization) }

    /// - Parameters:
    ///   - organization: the organization; of an activity, as it was at that time.
    ///   - leavesOutRegistration: true if the organization showed a registration that the activity does not have.
    init(rows: PageRows, organization: SharingOrganization, leavesOutRegistration: Bool = false) {
        (self.rows, self.organization, self.leavesOutRegistration) = (rows, organization, leavesOutRegistration)
    }

    var row: Row { rows.row(.about) }
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: numbered("b"), .back), .help(row: numbered("a"), .help)),
            .title(Text("aboutOrganization.title", organization.argument)),
        ] + past + [
            .heading("aboutOrganization.certificate"),
            .facts(certificate),
        ] + registration + report
    }

    /// The row of help or back, by its letter at a request. The report is before them in UC6.3.
    private func numbered(_ letter: String) -> Row {
        rows.isRequest ? rows.row(.about, letter) : rows.row(.about, letter == "a" ? "b" : "c")
    }

    private var past: [Piece<Action>] { rows.isRequest ? [] : [.paragraph("aboutOrganization.past")] }

    private var report: [Piece<Action>] {
        guard !rows.isRequest else { return [] }
        return [.list("reportProblem.title", .link("reportProblem.title", icon: .feedback, row: rows.row(.about, "a"), .report))]
    }

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
        guard let registration = organization.registration else {
            let isLost = leavesOutRegistration
            return [isLost ? .banner(.info, "aboutOrganization.registrationNotKept") : .banner(.warn, "aboutOrganization.noRegistration")]
        }
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
