// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Scenarios 2, 3, 5, 6 and 7 of UC6.3: the pages about an event. Each returns to the page that asked.
struct ActivityPages {
    /// The topics of help pages for screens with a Help row of their own.
    private enum Help: String {
        case data = "UC6.3.data"
        case about = "UC6.3.organization"
    }

    private let context: FlowContext
    private let event: WalletEvent

    init(_ context: FlowContext, _ event: WalletEvent) {
        self.context = context
        self.event = event
    }

    /// Scenario 2.
    func data() async throws {
        while true {
            switch try await context.ui.show(ActivityData(event: event)) {
            case .incorrect: _ = try await context.ui.show(DataNotRight(event: event))
            case .help: try await context.showHelp(on: Help.data.rawValue)
            case .back: return
            }
        }
    }

    /// Scenario 5.
    func agreement() async throws {
        guard let sharing = event.sharing, let organization = sharing.organization else { return }
        let agreement = SharingAgreement(
            rows: .activity, organization: organization, hasLeft: sharing.outcome.hasLeft,
            leavesOutRegistration: sharing.leavesOutRegistration)
        while true {
            switch try await context.ui.show(agreement) {
            case .policy: await context.open(page: organization.verified?.privacyPolicy)
            case .back: return
            }
        }
    }

    /// Scenario 6: the organization, or the issuer of the card.
    func about() async throws {
        if let sharing = event.sharing, let organization = sharing.organization {
            try await about(organization, leavesOutRegistration: sharing.leavesOutRegistration)
        } else if let issuer = event.issuer {
            try await about(issuer)
        }
    }

    private func about(_ organization: SharingOrganization, leavesOutRegistration: Bool) async throws {
        let about = AboutOrganization(rows: .activity, organization: organization, leavesOutRegistration: leavesOutRegistration)
        while true {
            switch try await context.ui.show(about) {
            case .report: try await report()
            case .help: try await context.showHelp(on: Help.about.rawValue)
            case .back: return
            }
        }
    }

    private func about(_ issuer: CardIssuer) async throws {
        while true {
            switch try await context.ui.show(AboutIssuer(issuer: issuer, rows: .activity)) {
            case .report: try await report()
            case .help: try await context.showHelp(on: Help.about.rawValue)
            case .back: return
            }
        }
    }

    /// Scenario 4.
    func report() async throws { try await ReportPages(context, .activity).run(on: .event(event.number), about: ReportedParty(event)) }

    /// Scenario 7.
    func askToDelete() async throws {
        while true {
            switch try await context.ui.show(AskToDelete(event: event, support: context.support)) {
            case .way(let contact):
                try await context.turn(to: contact) { try await $0.noteDeletionAsked(of: event.number, by: contact.noted) }
            case .back: return
            }
        }
    }
}
