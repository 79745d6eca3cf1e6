// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/6.1, UC5.2/6.1, UC6.3/5.1: what the data is for, what the organization registered, and where its privacy policy is.
struct SharingAgreement: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case policy, back
    }

    private let rows: PageRows
    private let organization: SharingOrganization
    private let hasLeft: Bool
    private let isRegistrationLost: Bool

    /// The agreement about a request.
    init(isLogin: Bool, organization: SharingOrganization) { self.init(rows: PageRows(isLogin: isLogin), organization: organization) }

    /// - Parameters:
    ///   - organization: the organization; of an activity, as it was at that time.
    ///   - hasLeft: false for an activity after which the organization has no data.
    ///   - leavesOutRegistration: true if the organization showed a registration that the activity does not have.
    init(rows: PageRows, organization: SharingOrganization, hasLeft: Bool = true, leavesOutRegistration: Bool = false) {
        (self.rows, self.organization, self.hasLeft) = (rows, organization, hasLeft)
        isRegistrationLost = leavesOutRegistration && organization.registration == nil
    }

    var row: Row { rows.row(.agreement) }
    var helpTopic: String? { rows.isRequest ? "UC5.1.agreement" : "UC6.3.agreement" }
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row(.agreement, "b"), .back)),
            .title("sharingAgreement.title"),
            .paragraph(Text(meaning, organization.argument)),
        ] + registration + storage + policy
    }

    /// Nothing is said about data that never left.
    private var storage: [Piece<Action>] {
        hasLeft ? [.paragraph(Text("sharingAgreement.storage", organization.argument))] : []
    }

    private var meaning: String {
        switch rows {
        case .sharing: "sharingAgreement.text"
        case .login: "sharingAgreement.login"
        case .activity, .card: "sharingAgreement.past"
        }
    }

    /// Of a registration that was not kept nothing is claimed: neither that it had no purpose, nor that it had no privacy policy.
    private var registration: [Piece<Action>] {
        guard !isRegistrationLost else { return [.banner(.info, "aboutOrganization.registrationNotKept")] }
        let registrar = organization.registration?.registrar.map { Fact("aboutOrganization.registrar", $0) }
        let facts = organization.use + [registrar].compactMap(\.self)
        let problem: Text = organization.registration == nil ? "aboutOrganization.noRegistration" : "aboutOrganization.claimed"
        let warning: [Piece<Action>] = organization.verified == nil ? [.banner(.warn, problem)] : []
        return warning + (facts.isEmpty ? [.paragraph("sharingAgreement.noPurpose")] : [.facts(facts)])
    }

    /// Only the address of a registration that counts is opened.
    private var policy: [Piece<Action>] {
        guard !isRegistrationLost else { return [] }
        guard organization.verified?.privacyPolicy != nil else { return [.banner(.info, "sharingAgreement.noPolicy")] }
        return [.button(.secondary, "sharingAgreement.policy", row: rows.row(.agreement, "a"), .policy)]
    }
}
