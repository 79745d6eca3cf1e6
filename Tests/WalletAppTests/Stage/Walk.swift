// SPDX-License-Identifier: EUPL-1.2

@testable import WalletApp

/// A suite whose tests play flows on their own stage. The row coverage test runs them again and collects the rows.
protocol Walk: Sendable {
    /// The stage of the test.
    var stage: Stage { get }

    init() throws
}
