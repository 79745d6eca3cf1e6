// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The server's processor time of an unlock by part, and its instructions. The parts are the whole.
///
/// The cryptography takes what the floor measured for it: its instructions are quicker than others, and valgrind counts more than there are,
/// because it offers the server an older processor. An instruction of a token's module takes as long. The rest of the program's time is
/// distributed by the rest of the instructions. The time in the kernel has a line of its own.
struct WhereItGoes: Sendable {
    /// A line: a part of the program, or the kernel, which has no counted instructions.
    struct Part: Sendable {
        let name: String
        let instructions: Double?
        let seconds: Double
        /// The seconds of them that a bare request takes, too, and that are in the floor.
        let bareSeconds: Double
    }

    private static let kernel = "in the kernel"

    let parts: [Part]
    private let time: ProcessorTime

    /// - Parameters:
    ///   - rounds: the round with the median of the server's time is distributed, because the medians of two times are not those of their sum.
    ///   - counts: the instructions of the same server and installation.
    init(_ rounds: [UnlockRound], _ counts: UnlockCounts, _ kind: Installation.Kind) throws {
        let byTime = rounds.sorted { $0.server < $1.server }
        let round = byTime[byTime.count / 2]
        let (time, bareTime) = (round.unlocks.processorTime(), round.bare.processorTime())
        let (total, bareTotal) = (counts.instructions.values.reduce(0, +), counts.bareInstructions.values.reduce(0, +))
        let (cryptography, token) = (CallgrindProfile.Part.cryptography.rawValue, CallgrindProfile.Part.token.rawValue)
        let quick = counts.instructions[cryptography] ?? 0
        guard total > quick, quick > 0, bareTotal > 0 else { throw BenchmarkError("no instructions were counted") }
        func bareSeconds(_ name: String) -> Double { bareTime.user * (counts.bareInstructions[name] ?? 0) / bareTotal }
        // Seconds of an instruction.
        let quickTime = (round.floor.inProgram(kind) + bareSeconds(cryptography)) / quick
        let allQuick = quick + (counts.instructions[token] ?? 0)
        let otherTime = (time.user - allQuick * quickTime) / (total - allQuick)
        guard otherTime > 0 else { throw BenchmarkError("the floor's cryptography takes longer than all of the server's program") }
        let program = Set(counts.instructions.keys).union(counts.bareInstructions.keys).map { name in
            let instructions = counts.instructions[name] ?? 0
            return Part(
                name: name, instructions: instructions,
                seconds: instructions * ([cryptography, token].contains(name) ? quickTime : otherTime), bareSeconds: bareSeconds(name))
        }
        let kernel = Part(name: Self.kernel, instructions: nil, seconds: time.system, bareSeconds: bareTime.system)
        // Parts below a hundredth share a line, so that the table stays short and still is the whole.
        let small = program.filter { $0.seconds < time.total / 100 }
        let rest = Part(
            name: "\(small.count) smaller parts", instructions: small.compactMap(\.instructions).reduce(0, +),
            seconds: small.map(\.seconds).reduce(0, +), bareSeconds: small.map(\.bareSeconds).reduce(0, +))
        let large = program.filter { $0.seconds >= time.total / 100 } + [kernel]
        parts = large.sorted { $0.seconds > $1.seconds } + (small.isEmpty ? [] : [rest])
        self.time = time
    }

    /// The parts that take most above a bare request, except the cryptography: for example `in the kernel 60 µs, …`.
    var largest: String {
        let floor = [CallgrindProfile.Part.cryptography.rawValue, CallgrindProfile.Part.token.rawValue]
        return parts.filter { !floor.contains($0.name) }
            .sorted { $0.seconds - $0.bareSeconds > $1.seconds - $1.bareSeconds }.prefix(4)
            .map { "\($0.name) \(ReportLine.decimal(($0.seconds - $0.bareSeconds) * 1e6, 0)) µs" }.joined(separator: ", ")
    }

    /// The table, largest part first.
    ///
    /// - Throws: `BenchmarkError` if the printed lines do not add up to the printed total, but for the rounding of each line.
    func lines() throws -> [String] {
        let instructions = parts.compactMap(\.instructions).reduce(0, +)
        let bare = parts.map(\.bareSeconds).reduce(0, +)
        let printed = parts.reduce(0) { $0 + ($1.seconds * 1e7).rounded() / 10 }
        guard abs(printed - time.total * 1e6) <= 0.05 * Double(parts.count + 1) else {
            throw BenchmarkError("the parts of an unlock are not the whole: \(printed) of \(time.total * 1e6) µs")
        }
        return ["where the server's CPU goes: µs, µs of a bare request, instructions on one connection"]
            + parts.map { line($0.name, $0.seconds, $0.bareSeconds, $0.instructions) } + [line("total", time.total, bare, instructions)]
    }

    private func line(_ name: String, _ seconds: Double, _ bare: Double, _ instructions: Double?) -> String {
        let note = column(ReportLine.microseconds(bare), 8) + column(instructions.map { ReportLine.decimal($0, 0) } ?? "–", 11)
        return ReportLine.text(name, ReportLine.microseconds(seconds), note, nameWidth: 40, valueWidth: 8)
    }

    private func column(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
}
