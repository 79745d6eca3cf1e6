// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

/// `wallet-benchmark start`: the time from a process's start to its first served screen, compared with a minimal program.
struct StartBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Measure the start of `wallet` until its first screen, compared with a bare Hummingbird program.")

    @Option(help: "The directory with the programs `wallet` and `bare-hummingbird`.")
    var programs = CommandLine.arguments[0].replacing(#/[^/]*$/#, with: "")

    @Option(help: "Number of starts of each program, alternating.")
    var starts = 30

    func validate() throws {
        guard starts >= 1 else { throw ValidationError("at least one start") }
    }

    /// The programs to start.
    private enum Subject: String, CaseIterable {
        case bare = "bare Hummingbird"
        case later = "wallet, a later start"
        case first = "wallet, the first start"
    }

    func run() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "wallet-benchmark-" + UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        // Creates the phone for later starts, and loads the programs into the file cache.
        for subject in Subject.allCases { _ = try time(subject, directory, 0) }
        _ = try StartedProgram.time(programs + "wallet", ["--state", directory + "/later"], isWallet: true)
        var times: [Subject: [StartedProgram.Times]] = [:]
        for number in 1...starts {
            for subject in Subject.allCases { times[subject, default: []].append(try time(subject, directory, number)) }
        }
        report(times)
    }

    private func time(_ subject: Subject, _ directory: String, _ number: Int) throws -> StartedProgram.Times {
        switch subject {
        case .bare: try StartedProgram.time(programs + "bare-hummingbird", [], isWallet: false)
        case .later: try StartedProgram.time(programs + "wallet", ["--state", directory + "/later"], isWallet: true)
        case .first: try StartedProgram.time(programs + "wallet", ["--state", directory + "/first-\(number)"], isWallet: true)
        }
    }

    private func report(_ times: [Subject: [StartedProgram.Times]]) {
        func middle(_ subject: Subject, _ part: KeyPath<StartedProgram.Times, Duration>) -> Double {
            let sorted = (times[subject] ?? []).map { $0[keyPath: part] / .milliseconds(1) }.sorted()
            return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        }
        let floor = middle(.bare, \.screen)
        print("\(starts) starts of each, medians; milliseconds since the process was started")
        for subject in Subject.allCases {
            let (address, screen) = (middle(subject, \.address), middle(subject, \.screen))
            print(
                "  " + subject.rawValue.padding(toLength: 28, withPad: " ", startingAt: 0)
                    + String(format: "address %7.1f   first screen %7.1f   %5.2f × bare", address, screen, screen / floor))
        }
    }
}
