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
        var time = [row("server CPU ÷ floor", result, result.toOwnFloor, aim: 1.5)]
        if result.kind == .sqlite {
            // The constant, and so the aim, is that of this installation. Today's machine may be slower than the one that measured it.
            time += [
                row("server CPU ÷ 286 µs, protocol 1's floor", result, result.toFormerConstant, aim: 1.2),
                row("server CPU ÷ protocol 1's floor now", result, result.toFormerFloor, aim: 1.2),
            ]
        }
        // An embedded database has no processes of its own.
        let commits = result.toCommits.map {
            lines(
                [row("durable unlocks ÷ pgbench commits", result, $0, aim: 0.5, isMinimum: true)], cost: [processors(result)])
        }
        let half = [row("p99 at half load ÷ median without load", result, result.toIdleMedian, aim: 3)]
        return lines(time, cost: result.whereItGoes.map { [$0.largest] } ?? [])
            + (commits ?? []) + lines(half, cost: result.slowest.lines)
    }

    private struct Row {
        let line: String
        let isMissed: Bool
    }

    /// The lines of aims that the same parts cost; below them these parts, once, if one of the aims is missed.
    private func lines(_ rows: [Row], cost: [String]) -> [String] {
        guard rows.contains(where: \.isMissed), let first = cost.first else { return rows.map(\.line) }
        return rows.map(\.line) + ["    missed by: " + first] + cost.dropFirst().map { "      " + $0 }
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

    private func row(_ name: String, _ result: UnlockResult, _ value: Spread, aim: Double, isMinimum: Bool = false) -> Row {
        let note = value.range().padding(toLength: 16, withPad: " ", startingAt: 0) + " aim \(ReportLine.decimal(aim, 1))"
        let line = ReportLine.text(
            "\(name), \(result.kind.title)", ReportLine.decimal(value.median), note, nameWidth: 66, valueWidth: 6)
        return Row(line: line, isMissed: isMinimum ? value.median < aim : value.median > aim)
    }
}
