// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The counts of an unlock as text.
struct InstructionReport: Sendable {
    let profile: CallgrindProfile
    /// Calls by the system call's name.
    let systemCalls: [String: Int]
    let unlocks: Int

    /// Functions whose calls are counted.
    private static let functions = [
        ("allocations", "malloc"), ("retains", "swift_retain"), ("releases", "swift_release"),
        ("exclusivity checks", "swift_beginAccess"), ("look-ups of generic metadata", "swift_getGenericMetadata"),
    ]

    func table(title: String) -> String {
        let total = profile.total
        let parts = profile.instructions.sorted { $0.value > $1.value }
        let calls = systemCalls.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let rows =
            [
                "\(title): one unlock, average of \(unlocks) on one connection",
                row("instructions", Double(total), "in user space, of which"),
            ]
            + parts.map { part, count in
                row("  " + part.rawValue, Double(count), String(format: "%4.1f %%", 100 * Double(count) / Double(total)))
            }
            + Self.functions.map { row($0.0, Double(calledCount($0.1)), "") }
            + [row("system calls", Double(systemCalls.values.reduce(0, +)), "of which")]
            + calls.prefix(10).map { row("  " + $0.key, Double($0.value), "", digits: 2) }
        return rows.joined(separator: "\n") + "\n"
    }

    private func calledCount(_ function: String) -> Int {
        profile.calls.reduce(0) { $1.key == function || $1.key.hasPrefix(function + "'") ? $0 + $1.value : $0 }
    }

    private func row(_ name: String, _ count: Double, _ note: String, digits: Int = 0) -> String {
        let value = String(format: "%.\(digits)f", count / Double(unlocks))
        return "  " + name.padding(toLength: 42, withPad: " ", startingAt: 0) + String(repeating: " ", count: max(0, 12 - value.count))
            + value
            + " "
            + note
    }
}
