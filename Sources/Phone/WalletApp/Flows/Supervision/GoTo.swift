// SPDX-License-Identifier: EUPL-1.2

/// "Go to UC…" from within a partial flow: it ends every flow up to the supervisor, which continues there. It is never shown as an error.
struct GoTo: Error, Equatable {
    let useCase: UseCase

    init(_ useCase: UseCase) { self.useCase = useCase }
}

extension FlowContext {
    /// Restarts the app: ends every flow, and the supervisor continues with UC1.2.
    ///
    /// - Throws: always `GoTo` UC1.2.
    func restartApp() throws -> Never { throw GoTo(.openTheApp) }
}
