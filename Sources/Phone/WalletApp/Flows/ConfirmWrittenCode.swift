// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// Beside the design, after UC2.1/1.6a: whoever says that the deletion code is written down types one group of it.
struct ConfirmWrittenCode {
    /// Possible results.
    enum Result: Sendable, Equatable {
        case same, differs, back
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "code")
    }

    /// - Parameter code: the code that was shown. Another group of it is asked for each time.
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
