// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/6.1, UC5.2/6.1: what the data is for, what the organization registered, and where its privacy policy is.
struct SharingAgreement: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case policy, back
    }

    let isLogin: Bool
    let organization: SharingOrganization

    var row: Row { rows.row("6.1") }
    let helpTopic: String? = "UC5.1.agreement"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row("6.1b"), .back)),
            .title("sharingAgreement.title"),
            .paragraph(Text(isLogin ? "sharingAgreement.login" : "sharingAgreement.text", organization.argument)),
        ] + registration + [
            .paragraph(Text("sharingAgreement.storage", organization.argument))
        ] + policy
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }

    private var registration: [Piece<Action>] {
        let registrar = organization.registration?.registrar.map { Fact("aboutOrganization.registrar", $0) }
        let facts = organization.use + [registrar].compactMap(\.self)
        let warning: [Piece<Action>] = organization.verified == nil ? [.banner(.warn, "aboutOrganization.claimed")] : []
        return warning + (facts.isEmpty ? [.paragraph("sharingAgreement.noPurpose")] : [.facts(facts)])
    }

    /// Only the address of a registration that counts is opened.
    private var policy: [Piece<Action>] {
        guard organization.verified?.privacyPolicy != nil else { return [.banner(.info, "sharingAgreement.noPolicy")] }
        return [.button(.secondary, "sharingAgreement.policy", row: rows.row("6.1a"), .policy)]
    }
}
