// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The server's processor time of an unlock by part, and its instructions. The parts are the whole.
///
/// The time in the program is distributed by the instructions; an instruction of one part may take longer than one of another. The time in the
/// kernel has a line of its own.
struct WhereItGoes: Sendable {
    /// A line: a part of the program, or the kernel, which has no counted instructions.
    struct Part: Sendable {
        let name: String
        let instructions: Double?
        let seconds: Double
    }

    private static let kernel = "in the kernel"

    let parts: [Part]
    private let time: ProcessorTime

    /// - Parameters:
    ///   - rounds: the round with the median of the server's time is distributed, because the medians of two times are not those of their sum.
    ///   - counts: the instructions of the same server and installation.
    init(_ rounds: [UnlockRound], _ counts: UnlockCounts) throws {
        let byTime = rounds.sorted { $0.server < $1.server }
        let time = byTime[byTime.count / 2].unlocks.processorTime()
        let total = counts.instructions.values.reduce(0, +)
        guard total > 0 else { throw BenchmarkError("no instructions were counted") }
        let program = counts.instructions.map { Part(name: $0.key, instructions: $0.value, seconds: time.user * $0.value / total) }
        parts = (program + [Part(name: Self.kernel, instructions: nil, seconds: time.system)]).sorted { $0.seconds > $1.seconds }
        self.time = time
    }

    /// The parts that take most, except the cryptography, which is in the floor: for example `in the kernel 60 µs, …`.
    var largest: String {
        parts.filter { $0.name != CallgrindProfile.Part.cryptography.rawValue && $0.name != CallgrindProfile.Part.token.rawValue }
            .prefix(3).map { "\($0.name) \(ReportLine.decimal($0.seconds * 1e6, 0)) µs" }.joined(separator: ", ")
    }

    /// The table.
    ///
    /// - Throws: `BenchmarkError` if the printed lines do not add up to the printed total, but for the rounding of each line.
    func lines() throws -> [String] {
        let instructions = parts.compactMap(\.instructions).reduce(0, +)
        let printed = parts.reduce(0) { $0 + ($1.seconds * 1e7).rounded() / 10 }
        let printedInstructions = parts.compactMap(\.instructions).reduce(0) { $0 + $1.rounded() }
        guard abs(printed - time.total * 1e6) <= 0.05 * Double(parts.count + 1),
            abs(printedInstructions - instructions) <= 0.5 * Double(parts.count + 1)
        else { throw BenchmarkError("the parts of an unlock are not the whole: \(printed) of \(time.total * 1e6) µs") }
        return ["where the server's CPU goes: µs, instructions"] + parts.map { line($0.name, $0.seconds, $0.instructions) }
            + [line("total", time.total, instructions)]
    }

    private func line(_ name: String, _ seconds: Double, _ instructions: Double?) -> String {
        let count = instructions.map { ReportLine.decimal($0, 0) } ?? "–"
        let note = String(repeating: " ", count: max(0, 10 - count.count)) + count
        return ReportLine.text(name, ReportLine.microseconds(seconds), note, nameWidth: 40, valueWidth: 8)
    }
}
