// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import ServerCommands
import WalletProvider

/// `wallet-provider audit`: the log of irreversible actions.
struct AuditCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Verify the audit log.", subcommands: [Verify.self])

    /// `audit verify`: verifies the chain from the first record to the last.
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every record of the audit log.",
            discussion: """
                Prints the number and the hash of the last record. Store them elsewhere: with --expect a later run detects that records were \
                removed from the end. The exit code is 1 if the log was changed.
                """)

        @OptionGroup
        var backend: BackendOptions

        @Flag(help: "Print every record, one line of JSON each.")
        var print = false

        @Option(help: ArgumentHelp("NUMBER:HASH of a record as an earlier run printed it.", valueName: "record"))
        var expect: Expectation?

        func run() async throws {
            try await backend.withBackend(for: .administering) { backend in
                let log = AuditLog(store: backend.store, hsm: backend.hsm, clock: { Date() })
                var isMet = expect == nil
                do {
                    let last = try await log.verify { record in
                        if let expect, record.number == expect.number { isMet = record.hash.hexadecimal == expect.hash }
                        if print { Terminal.write(String(decoding: record.entry, as: UTF8.self)) }
                    }
                    guard isMet else {
                        Terminal.write("the log does not hold the record that was expected")
                        throw ExitCode.failure
                    }
                    Terminal.write(last.map { "\($0.number):\($0.hash.hexadecimal)" } ?? "the log is empty")
                } catch let damage as AuditDamage {
                    Terminal.write("\(damage)")
                    throw ExitCode.failure
                }
            }
        }

        /// A record that an auditor has noted earlier.
        struct Expectation: ExpressibleByArgument {
            let number: Int64
            let hash: String

            init?(argument: String) {
                let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
                guard parts.count == 2, let number = Int64(parts[0]), number > 0, parts[1].count == 64 else { return nil }
                self.number = number
                hash = parts[1].lowercased()
            }
        }
    }
}

extension [UInt8] {
    /// Two digits per byte.
    fileprivate var hexadecimal: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
