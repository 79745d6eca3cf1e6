// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The instructions, calls and waits of one unlock in a server: averages per unlock.
struct UnlockCounts: Sendable, Codable {
    /// Functions whose calls are counted, by what they do.
    static let functions: KeyValuePairs<String, [String]> = [
        "allocations": ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"], "retains": ["swift_retain"],
        "releases": ["swift_release"], "exclusivity checks": ["swift_beginAccess"],
        "look-ups of generic metadata": ["swift_getGenericMetadata"],
    ]

    let unlocks: Int
    /// Instructions in user space by `CallgrindProfile.Part`. All parts are the whole.
    let instructions: [String: Double]
    /// The same of an exchange with a bare server.
    let bareInstructions: [String: Double]
    /// Calls by the name in `functions`.
    let calls: [String: Double]
    /// System calls by name.
    let systemCalls: [String: Double]
    let futexWaits: Double
    let futexWakes: Double
    /// Waits of the server's threads in the same time without load.
    let idleFutexWaits: Double
    /// Voluntary changes of thread, without a tracer.
    let contextSwitches: Double

    /// - Parameters:
    ///   - bare: as many exchanges with a bare server.
    ///   - trace: system calls of the unlocks.
    ///   - idle: system calls without load.
    init(unlocks: Int, profile: CallgrindProfile, bare: CallgrindProfile, trace: StraceLog, idle: StraceLog, contextSwitches: Int) {
        let count = Double(unlocks)
        self.unlocks = unlocks
        instructions = profile.instructionsByName.mapValues { Double($0) / count }
        bareInstructions = bare.instructionsByName.mapValues { Double($0) / count }
        calls = Dictionary(
            uniqueKeysWithValues: Self.functions.map { name, functions in
                (name, Double(functions.reduce(0) { $0 + profile.callCount(of: $1) }) / count)
            })
        systemCalls = trace.calls.mapValues { Double($0) / count }
        futexWaits = Double(trace.futexWaits) / count
        futexWakes = Double(trace.futexWakes) / count
        idleFutexWaits = Double(idle.futexWaits) * (trace.duration / idle.duration) / count
        self.contextSwitches = Double(contextSwitches) / count
    }

    /// Reads the counts of installations, which `instructions --save` has written.
    static func load(_ path: String) throws -> [String: UnlockCounts] {
        do {
            return try JSONDecoder().decode([String: UnlockCounts].self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw BenchmarkError("\(path) has no counts of an unlock")
        }
    }

    static func save(_ counts: [String: UnlockCounts], to path: String) throws {
        try JSONEncoder().encode(counts).write(to: URL(filePath: path))
    }
}
