// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// What every flow needs: the core, the glass, the trace and the time.
struct FlowContext: Sendable {
    /// The core.
    let wallet: any Wallet
    /// The glass.
    let ui: ScreenHost
    /// Where rows are marked.
    let trace: Trace
    /// What ends a use case from outside.
    let interrupts: Interrupts
    /// The phone's clock.
    let now: @Sendable () -> Date
    /// A sentence in the user's language, for prompts that the system draws.
    let words: @Sendable (Text) -> String

    /// Marks rows of one flow.
    func trace(of design: String) -> FlowTrace { FlowTrace(design, in: trace) }

    /// Shows the help page of a design until the person goes back ("help placeholder").
    func showHelp(on topic: String) async throws {
        _ = try await ui.show(HelpPage(topic: topic))
        trace.take("help/1a")
    }

    /// UC9.2, UC9.4, UC2.3.2: shows honestly that a flow is not built yet, until the person goes back.
    func showNotBuilt(_ design: String) async throws {
        _ = try await ui.show(NotBuiltYet(design: design, canGoBack: true))
    }
}
