// SPDX-License-Identifier: EUPL-1.2

@testable import WalletApp

/// A suite whose tests play flows on a stage of their own; the row coverage test walks them again and looks at the rows.
protocol Walk: Sendable {
    /// Where the test plays.
    var stage: Stage { get }

    init() throws
}
