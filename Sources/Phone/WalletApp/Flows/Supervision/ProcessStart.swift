// SPDX-License-Identifier: EUPL-1.2

/// startup/1: the start of a process of the app, before any user interface.
package struct ProcessStart: Sendable {
    private let trace: FlowTrace

    /// - Parameter trace: the record of the functional design's rows.
    package init(_ trace: Trace) {
        self.trace = FlowTrace("startup", in: trace)
    }

    /// Passes the platform's bridges to the core, once per process.
    ///
    /// - Throws: the error of passing them; the core then has no platform.
    package func run(handOver: () async throws -> Void) async rethrows {
        trace("1.1")
        try await handOver()
        trace("1.1a")
    }
}
