// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Processor time of one execution in seconds: the minimum of five parts, which reduces the effect of other load.
///
/// - Parameter count: number of executions, at least 10; a tenth more is executed before and not counted.
func processorTime(_ count: Int, _ work: () async throws -> Void) async throws -> Double {
    for _ in 0..<count / 10 { try await work() }
    var best = Double.infinity
    for _ in 0..<5 {
        let start = clock()
        for _ in 0..<count / 5 { try await work() }
        best = min(best, Double(clock() - start) / 1e6 / Double(count / 5))
    }
    return best
}
