// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The aims of an unlock beside the results of one run, as text.
struct AimReport: Sendable {
    let results: [UnlockResult]

    /// The table; each line is the median of the rounds, their range, and the aim.
    var text: String {
        let rows = results.flatMap { lines(of: $0) }
        return (["against the floor of the same run: median of the rounds, range, aim"] + rows + [""]).joined(separator: "\n")
    }

    private func lines(of result: UnlockResult) -> [String] {
        var lines = [line("server CPU ÷ floor", result, result.toOwnFloor, aim: "1.5")]
        if result.kind == .sqlite {
            lines.append(line("server CPU ÷ 286 µs, protocol 1's floor", result, result.toFormerConstant, aim: "1.2"))
        }
        lines.append(line("server CPU ÷ protocol 1's floor now", result, result.toFormerFloor, aim: "1.2"))
        if let toCommits = result.toCommits {
            lines.append(line("durable unlocks ÷ pgbench commits", result, toCommits, aim: "0.5"))
        }
        return lines + [line("p99 at half load ÷ median without load", result, result.toIdleMedian, aim: "3")]
    }

    private func line(_ name: String, _ result: UnlockResult, _ value: Spread, aim: String) -> String {
        let range = value.range()
        let note = range.padding(toLength: max(range.count, 16), withPad: " ", startingAt: 0) + " aim " + aim
        return ReportLine.text("\(name), \(result.kind.title)", ReportLine.decimal(value.median), note, nameWidth: 66, valueWidth: 6)
    }
}
