// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletCore
import WalletInterface

/// What opening a wallet once took: milliseconds of processor time, which other work on the computer changes little, and mebibytes.
struct Opening: Codable, Sendable {
    /// `initialize`: the store is opened and proven whole.
    var start = 0.0
    /// Face or finger opens it; the scan itself takes no time.
    var unlock = 0.0
    /// Until the list of cards has arrived.
    var cards = 0.0
    /// All three by the clock on the wall: waiting for the disk, too.
    var wall = 0.0
    /// Memory afterwards, more than before.
    var memory = 0.0
    /// The most memory that the process ever had, less what it had before.
    var mostMemory = 0.0

    var whole: Double { start + unlock + cards }

    /// In this process.
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
        guard try await core.unlockWithBiometrics(prompt: "") == .unlocked else { throw BenchmarkError("it does not open") }
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

    /// In a process of its own.
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
