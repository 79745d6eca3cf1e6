// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// In addition to the design, after UC2.1/1.6a: asks for one group of the deletion code that the user has written down.
struct ConfirmWrittenCode {
    enum Result: Sendable, Equatable {
        case same, differs, back
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "code")
    }

    /// - Parameter code: the code that was shown. Each run asks for a random group of its characters.
    func run(_ code: RevocationCode) async throws -> Result {
        let index = context.pick(0..<code.groups.count)
        switch try await context.ui.show(ConfirmDeletionCode(number: index + 1)) {
        case .group(let typed):
            trace("2")
            guard code.hasGroup(typed, at: index) else {
                trace("2b")
                return .differs
            }
            trace("2a")
            return .same
        case .back:
            return .back
        }
    }
}
