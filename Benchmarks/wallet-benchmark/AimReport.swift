// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The aims of an unlock beside the results of one run, as text.
struct AimReport: Sendable {
    let results: [UnlockResult]

    /// The table: each line is the median of the rounds, their range, and the aim. Under a missed aim stands what costs it.
    var text: String {
        let lines = results.flatMap { rows(of: $0) }
        return (["against the floor of the same run: median of the rounds, range, aim"] + lines + [""]).joined(separator: "\n")
    }

    private func rows(of result: UnlockResult) -> [String] {
        let parts = result.whereItGoes?.largest
        var lines = row("server CPU ÷ floor", result, result.toOwnFloor, aim: 1.5, cost: parts)
        if result.kind == .sqlite {
            // The constant, and so the aim, is that of this installation. Today's machine may be slower than the one that measured it.
            lines += row("server CPU ÷ 286 µs, protocol 1's floor", result, result.toFormerConstant, aim: 1.2, cost: parts)
            lines += row("server CPU ÷ protocol 1's floor now", result, result.toFormerFloor, aim: 1.2, cost: parts)
        }
        if let toCommits = result.toCommits {
            lines += row("durable unlocks ÷ pgbench commits", result, toCommits, aim: 0.5, isMinimum: true, cost: processors(result))
        }
        let late = Spread(result.halfLoads.map(\.late99)).median
        return lines
            + row(
                "p99 at half load ÷ median without load", result, result.toIdleMedian, aim: 3,
                cost: "p99 of the client's own delay: \(ReportLine.milliseconds(late)) ms")
    }

    /// The processor time of everything that shares the machine.
    private func processors(_ result: UnlockResult) -> String {
        func median(_ value: (Load) -> Double) -> String {
            ReportLine.decimal(result.rounds.median { value($0.unlocks) } * 1e6, 0)
        }
        let count = ProcessInfo.processInfo.activeProcessorCount
        return "µs an unlock on \(count) processors: server \(median { $0.processorTime().total }), "
            + "database \(median { $0.processorTime(of: 1).total }), client \(median { $0.clientTime / Double($0.count) })"
    }

    private func row(
        _ name: String, _ result: UnlockResult, _ value: Spread, aim: Double, isMinimum: Bool = false, cost: String?
    ) -> [String] {
        let note = value.range().padding(toLength: 16, withPad: " ", startingAt: 0) + " aim \(ReportLine.decimal(aim, 1))"
        let line = ReportLine.text(
            "\(name), \(result.kind.title)", ReportLine.decimal(value.median), note, nameWidth: 66, valueWidth: 6)
        guard let cost, isMinimum ? value.median < aim : value.median > aim else { return [line] }
        return [line, "    missed by: " + cost]
    }
}
