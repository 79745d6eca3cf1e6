// SPDX-License-Identifier: EUPL-1.2

import DesignRows
import Testing

@testable import WalletApp

extension Stage {
    private static let design = Result { try DesignWalk() }

    /// A walk begins here: what comes follows nothing that was before.
    ///
    /// - Returns: how many rows were taken before it.
    func beginWalk() -> Int {
        for layer in Layer.allCases { trace.end(layer) }
        return trace.entries.count
    }

    /// Each row that was taken since follows from the row before it on its layer, as the tables of the design say.
    func expectAsDesigned(_ walk: Int, _ location: SourceLocation) {
        guard let design = try? Self.design.get() else {
            Issue.record("the design's tables cannot be read", sourceLocation: location)
            return
        }
        let strands = Dictionary(grouping: trace.entries.dropFirst(walk).filter { $0.strand != nil }, by: \.strand)
        for strand in strands.values {
            for fault in design.faults(of: strand.map { .init($0.row.description, .init($0.origin)) }) {
                Issue.record("\(fault)", sourceLocation: location)
            }
        }
    }
}

extension DesignWalk.Origin {
    /// As the trace says it.
    init(_ origin: Trace.Origin) {
        self =
            switch origin {
            case .shown: .shown
            case .pressed: .pressed
            case .decided: .decided
            }
    }
}
