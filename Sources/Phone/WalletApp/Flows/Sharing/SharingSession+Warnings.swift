// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Scenarios 11 and 12.
extension SharingSession {
    /// The actions that both screens have.
    private enum Reaction: Sendable {
        case proceed, stop, report, help, accept
    }

    /// Shows a warning about the request until the person continues or stops.
    ///
    /// - Parameter canProceed: false if the configuration refuses the request.
    /// - Returns: false if the person stops.
    func continues(_ warning: SharingWarning, _ organization: SharingOrganization, canProceed: Bool) async throws -> Bool {
        var isAccepted = false
        while true {
            switch try await react(to: warning, organization, canProceed: canProceed, isAccepted: isAccepted) {
            case .proceed: return true
            case .accept: isAccepted.toggle()
            case .stop: if try await pages.isStopped(organization) { return false }
            case .report: try await pages.report(organization)
            case .help:
                let topic = if case .overAsking = warning { SharingHelp.tooMuch } else { SharingHelp.unverified }
                try await context.showHelp(on: topic.rawValue)
            }
        }
    }

    private func react(
        to warning: SharingWarning, _ organization: SharingOrganization, canProceed: Bool, isAccepted: Bool
    ) async throws -> Reaction {
        switch warning {
        case .overAsking(let claims):
            switch try await context.ui.show(
                AsksTooMuch(
                    isLogin: rows.isLogin, organization: organization, claims: claims, canProceed: canProceed, isAccepted: isAccepted))
            {
            case .proceed: .proceed
            case .stop: .stop
            case .report: .report
            case .help: .help
            case .accept: .accept
            }
        case .unverifiedRegistration(let problem):
            switch try await context.ui.show(
                RegistrationUnverified(
                    isLogin: rows.isLogin, organization: organization, problem: problem, canProceed: canProceed, isAccepted: isAccepted))
            {
            case .proceed: .proceed
            case .stop: .stop
            case .report: .report
            case .help: .help
            case .accept: .accept
            }
        case .noWebsiteHost, .statusUnknown, .portrait: .proceed
        }
    }
}
