// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Scenarios 2, 6, 7 and 8: the pages about a request. Each returns to the screen that asked.
struct SharingPages {
    private let context: FlowContext
    private let rows: SharingRows

    init(_ context: FlowContext, _ rows: SharingRows) {
        self.context = context
        self.rows = rows
    }

    /// 2.1: asks whether to stop.
    func isStopped(_ organization: SharingOrganization?) async throws -> Bool {
        while true {
            switch try await context.ui.show(StopSharing(isLogin: rows.isLogin)) {
            case .stop: return true
            case .proceed: return false
            case .report: try await report(organization)
            }
        }
    }

    /// Scenario 6.
    func agreement(_ organization: SharingOrganization) async throws {
        while true {
            switch try await context.ui.show(SharingAgreement(isLogin: rows.isLogin, organization: organization)) {
            case .policy: await context.open(page: organization.verified?.privacyPolicy)
            case .back: return
            }
        }
    }

    /// Scenario 7.
    func organization(_ organization: SharingOrganization) async throws {
        while true {
            switch try await context.ui.show(AboutOrganization(isLogin: rows.isLogin, organization: organization)) {
            case .help: try await context.showHelp(on: SharingHelp.organization.rawValue)
            // UC5.1 and UC5.2 have no report here.
            case .report, .back: return
            }
        }
    }

    /// Scenario 8.
    ///
    /// - Parameter organization: the organization that asks; nil if it is not known.
    func report(_ organization: SharingOrganization?) async throws {
        try await ReportPages(context, PageRows(isLogin: rows.isLogin)).run(on: .session, about: .organization(organization))
    }

    /// Help on a page that both flows have: UC5.1 leads to UC9.6, UC5.2 to the help page.
    func help(on topic: SharingHelp) async throws {
        if rows.isLogin {
            try await context.showHelp(on: topic.rawValue)
        } else {
            try await GetHelp(context).run()
        }
    }
}
