// SPDX-License-Identifier: EUPL-1.2

/// The counts of an unlock as text.
struct InstructionReport: Sendable {
    let counts: UnlockCounts

    func table(title: String) -> String {
        let total = counts.instructions.values.reduce(0, +)
        let bare = counts.bareInstructions.values.reduce(0, +)
        let parts = counts.instructions.sorted { $0.value > $1.value }
        let calls = counts.systemCalls.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var rows = [
            "\(title): one unlock, average of \(counts.unlocks) on one connection",
            row("instructions", total, "in user space; a bare request: \(ReportLine.decimal(bare, 0)); parts from 1 %:"),
        ]
        for part in parts where part.value >= total / 100 {
            rows.append(row("  " + part.key, part.value, ReportLine.decimal(100 * part.value / total, 1) + " %"))
        }
        rows += UnlockCounts.functions.map { row($0.key, counts.calls[$0.key] ?? 0) }
        rows += [
            row("changes of thread", counts.contextSwitches, "voluntary, also to wait for the disk; without a tracer", digits: 2),
            row("waits for a thread", counts.futexWaits, "futex; in the same time without load: " + idle, digits: 2),
            row("wakes of a thread", counts.futexWakes, "futex", digits: 2),
            row("flushes to disk", flushes, "of the server's own files", digits: 2),
            row("system calls", counts.systemCalls.values.reduce(0, +), "of which"),
        ]
        rows += calls.prefix(8).map { row("  " + $0.key, $0.value, digits: 2) }
        return rows.joined(separator: "\n") + "\n"
    }

    private var flushes: Double { ["fsync", "fdatasync"].reduce(0) { $0 + (counts.systemCalls[$1] ?? 0) } }
    private var idle: String { ReportLine.decimal(counts.idleFutexWaits) }

    private func row(_ name: String, _ count: Double, _ note: String = "", digits: Int = 0) -> String {
        ReportLine.text(name, ReportLine.decimal(count, digits), note, nameWidth: 46)
    }
}
