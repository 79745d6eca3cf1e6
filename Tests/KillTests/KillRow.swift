// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink

/// The faults played on the wallets of one flow, and the outcomes.
struct KillRow: Sendable {
    let flow: String
    /// The number of different points that the flow passes.
    var points = 0
    var kills = 0
    /// The number of kills after which the wallet was started an hour later.
    var late = 0
    var errors = 0
    var delays = 0
    /// Wallets that were registered but no longer are.
    var lost = 0
    /// Wallets that could not reach the flow's end.
    var stuck = 0
    /// Unusable accounts that are not removed automatically or that a repeated request would have avoided.
    var orphans = 0
    /// Unused accounts that were removed automatically after a day.
    var cleaned = 0
    /// Wallets with unknown keys in the hardware.
    var keys = 0
    /// Wallets that show another account's deletion code, or none.
    var codes = 0
    /// Wallets with a partial card.
    var half = 0

    /// Wallets with more counted attempts than possibly wrong PINs typed.
    var guesses = 0
    /// Answers with a copy that another answer has, or sent again with other bytes.
    var twice = 0
    /// Answers without their event, and events that tell of none.
    var events = 0
    /// Answers that are not what was approved.
    var differ = 0
    /// Faults at points that were listed but never passed.
    var unplayed = 0
    /// The duration, in seconds.
    var seconds = 0

    /// True if there are no problems.
    var isClean: Bool {
        lost + stuck + orphans + keys + codes + half + guesses + twice + events + differ + unplayed == 0
    }

    static func + (left: KillRow, right: KillRow) -> KillRow {
        var sum = left
        for column in columns { sum[keyPath: column.path] += right[keyPath: column.path] }
        return sum
    }

    static func += (left: inout KillRow, right: KillRow) { left = left + right }

    private static let columns: [(name: String, path: any WritableKeyPath<KillRow, Int> & Sendable)] = [
        ("points", \.points), ("kills", \.kills), ("late", \.late), ("errors", \.errors), ("delays", \.delays), ("lost", \.lost),
        ("stuck", \.stuck),
        ("orphans", \.orphans), ("cleaned", \.cleaned), ("keys", \.keys), ("codes", \.codes),
        ("half", \.half), ("guesses", \.guesses), ("twice", \.twice), ("events", \.events), ("differ", \.differ), ("unplayed", \.unplayed),
        ("seconds", \.seconds),
    ]

    /// Returns the table as text.
    static func table(_ rows: [KillRow]) -> String {
        ([head] + (rows + [rows.reduce(KillRow(flow: "all"), +)]).map(\.line)).joined(separator: "\n")
    }

    /// The column names as text.
    static var head: String { line("flow", columns.map(\.name)) }

    /// The row as text.
    var line: String { Self.line(flow, Self.columns.map { String(self[keyPath: $0.path]) }) }

    /// Appends a line at once to the file that WALLET_KILL_ROWS names, to show the progress. `swift test` holds back printed output until the end.
    static func say(_ line: String) {
        guard let path = ProcessInfo.processInfo.environment["WALLET_KILL_ROWS"], let file = FileHandle(forWritingAtPath: path) else {
            return
        }
        _ = try? file.seekToEnd()
        try? file.write(contentsOf: Data((line + "\n").utf8))
        try? file.close()
    }

    private static func line(_ first: String, _ rest: [String]) -> String {
        first.padding(toLength: 24, withPad: " ", startingAt: 0)
            + rest.map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }.joined()
    }
}

extension KillRow {
    mutating func count(_ kind: Fault.Kind) {
        switch kind {
        case .kill: kills += 1
        case .lateKill: (kills, late) = (kills + 1, late + 1)
        case .error: errors += 1
        case .delay: delays += 1
        }
    }
}
