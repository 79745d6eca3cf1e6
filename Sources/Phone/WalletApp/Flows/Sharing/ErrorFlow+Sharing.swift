// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The error screens of UC5.1 and UC5.2.
extension ErrorFlow {
    /// Error *Known Verifier*, or *Unknown Verifier* without a name; until the person closes it.
    ///
    /// - Parameter code: the rule that was broken; not personal.
    func verifierFailed(_ name: String?, _ failure: VerifierFailed.Failure, code: String? = nil) async throws {
        while true {
            switch try await context.ui.show(VerifierFailed(organizationName: name, failure: failure, code: code)) {
            case .close: return
            case .help: try await context.showHelp(on: SharingHelp.failed.rawValue)
            }
        }
    }

    /// Error *Session Expired* of a session with an organization, until the person closes it.
    func sharingOver(_ sharing: SessionExpired.Sharing) async throws {
        while true {
            switch try await context.ui.show(SessionExpired(sharing: sharing)) {
            case .close: return
            case .help: try await context.showHelp(on: SharingHelp.sessionOver.rawValue)
            }
        }
    }

    /// Error *Server Unreachable* for the server of an organization. Nothing was sent, so the person can also leave.
    ///
    /// - Returns: `retry` or `back`.
    func organizationUnreachable() async throws -> Outcome {
        while true {
            switch try await context.ui.show(ServerUnreachable(isOrganization: true)) {
            case .retry: return .retry
            case .back: return .back
            case .help: try await context.showHelp(on: "error.organizationUnreachable")
            }
        }
    }

    /// Error *Generic*, for a flow that continues in the same way after every other choice.
    ///
    /// - Throws: `GoTo` UC1.2 when the user restarts the app.
    func genericOrRestart(code: String) async throws {
        if try await generic(code: code) == .restart { try context.restartApp() }
    }
}
