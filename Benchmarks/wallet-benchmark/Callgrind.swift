// SPDX-License-Identifier: EUPL-1.2

/// Runs a server under callgrind.
enum Callgrind {
    private static let directory = CommandLine.arguments[0].replacing(#/[^/]*$/#, with: "")
    /// Made by `Scripts/bench` from Benchmarks/sigsuspend.c, which says why it is needed.
    private static let library = directory + "sigsuspend.so"
    /// Made by `Scripts/bench`: see `RuntimeFunctions`.
    private static let runtimeFunctions = directory + "runtime-functions"

    /// Runs a server, which counts nothing at first.
    ///
    /// - Parameters:
    ///   - directory: for callgrind's file.
    ///   - body: sends the requests, and calls `count` around those that are counted.
    static func profile(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], in directory: String,
        _ body: (_ server: ServerProcess) async throws -> Void
    ) async throws -> CallgrindProfile {
        let file = directory + "/callgrind"
        // Valgrind cannot read the compiler's debug information. The copy stays beside the program's resources.
        let copy = program + "-counted"
        try Tool.run("/usr/bin/strip", "--strip-debug", "-o", copy, program)
        let functions = try RuntimeFunctions(contentsOf: runtimeFunctions)
        // Names as in the libraries' tables of symbols.
        let valgrind = [
            "--tool=callgrind", "--demangle=no", "--instr-atstart=no", "--callgrind-out-file=" + file, "--log-file=/dev/null", copy,
        ]
        let server = try await ServerProcess.start(
            "/usr/bin/valgrind", valgrind + arguments, environment: environment.merging(["LD_PRELOAD": library]) { $1 }, within: 300)
        defer { server.stop() }
        try await body(server)
        // Callgrind writes its file when the process ends.
        server.stop()
        return try CallgrindProfile(contentsOf: file, functions)
    }

    /// Counts the server's instructions while `body` runs.
    static func count(_ server: ServerProcess, _ body: () async throws -> Void) async throws {
        try Tool.run("/usr/bin/callgrind_control", "--instr=on", "\(server.processID)")
        try await body()
        try Tool.run("/usr/bin/callgrind_control", "--instr=off", "\(server.processID)")
    }
}
