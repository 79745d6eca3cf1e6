// SPDX-License-Identifier: EUPL-1.2

import DesignRows
import Testing

@testable import WalletApp

extension Stage {
    private static let design = Result { try DesignWalk() }

    /// Starts a walk that does not depend on earlier rows.
    ///
    /// - Returns: the number of rows taken before.
    func beginWalk() -> Int {
        for layer in Layer.allCases { trace.end(layer) }
        return trace.entries.count
    }

    /// Expects each row taken since to follow the previous row on its layer, according to the design's tables.
    func expectAsDesigned(_ walk: Int, _ location: SourceLocation) {
        guard let design = try? Self.design.get() else {
            Issue.record("the design's tables cannot be read", sourceLocation: location)
            return
        }
        let allSeries = Dictionary(grouping: trace.entries.dropFirst(walk).filter { $0.series != nil }, by: \.series)
        for series in allSeries.values {
            for fault in design.faults(of: series.map { .init($0.row.description, .init($0.origin)) }) {
                Issue.record("\(fault)", sourceLocation: location)
            }
        }
    }
}

extension DesignWalk.Origin {
    /// Converts the trace's origin.
    init(_ origin: Trace.Origin) {
        self =
            switch origin {
            case .shown: .shown
            case .pressed: .pressed
            case .decided: .decided
            }
    }
}
