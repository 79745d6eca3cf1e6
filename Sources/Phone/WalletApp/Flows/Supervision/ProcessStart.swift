// SPDX-License-Identifier: EUPL-1.2

/// startup/1: a process of the app begins, before any user interface of it.
package struct ProcessStart: Sendable {
    private let trace: FlowTrace

    /// - Parameter trace: where rows of the functional design are marked.
    package init(_ trace: Trace) {
        self.trace = FlowTrace("startup", in: trace)
    }

    /// Hands the platform's bridges to the core, once per process.
    ///
    /// - Throws: what handing over throws; the core has no platform then.
    package func run(handOver: () async throws -> Void) async rethrows {
        trace("1.1")
        try await handOver()
        trace("1.1a")
    }
}
