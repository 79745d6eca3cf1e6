// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletCore
import WalletInterface

/// The cost of opening a wallet once: milliseconds of processor time, which other load hardly affects, and mebibytes.
struct Opening: Codable, Sendable {
    /// `initialize`: opens the store and verifies its integrity.
    var start = 0.0
    /// Biometric unlock; the scan itself takes no time.
    var unlock = 0.0
    /// Until the list of cards has arrived.
    var cards = 0.0
    /// Wall-clock time of all three steps, including disk waits.
    var wall = 0.0
    /// Increase in memory after opening.
    var memory = 0.0
    /// Increase in the process's peak memory.
    var mostMemory = 0.0

    var whole: Double { start + unlock + cards }

    /// Opens the wallet in this process.
    static func here(_ directory: String) async throws -> Opening {
        var opening = Opening()
        let before = memory("VmRSS")
        let begin = ContinuousClock.now
        var last = clock()
        func lap() -> Double {
            let now = clock()
            defer { last = now }
            return Double(now - last) / 1000
        }
        let core = try BenchmarkPhone.core(in: directory)
        try await core.initPlatformSupport(BenchmarkPhone.bridges(in: directory))
        try await core.initialize()
        opening.start = lap()
        let result = try await core.unlockWithBiometrics(prompt: BenchmarkPhone.prompt)
        guard result.outcome == .unlocked else { throw BenchmarkError("it does not open") }
        opening.unlock = lap()
        for await cards in try await core.setCardsStream() {
            guard case .shown(let summaries) = cards, !summaries.isEmpty else { throw BenchmarkError("no cards are shown") }
            break
        }
        opening.cards = lap()
        opening.wall = (ContinuousClock.now - begin) / .milliseconds(1)
        (opening.memory, opening.mostMemory) = (memory("VmRSS") - before, memory("VmHWM") - before)
        return opening
    }

    /// Opens the wallet in a separate process.
    static func inProcess(_ directory: String) throws -> Opening {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["open", directory]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchmarkError("a wallet cannot be opened") }
        return try JSONDecoder().decode(Opening.self, from: output)
    }

    /// A line of proc(5) `status`, in mebibytes.
    private static func memory(_ name: String) -> Double {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        let fields = lines.first { $0.hasPrefix(name + ":") }?.split(separator: " ", omittingEmptySubsequences: true) ?? []
        return fields.count > 1 ? (Double(fields[1].filter(\.isNumber)) ?? 0) / 1024 : 0
    }
}
