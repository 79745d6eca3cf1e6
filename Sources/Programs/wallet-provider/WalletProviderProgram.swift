// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

/// `wallet-provider`: the wallet provider's server and its administration.
@main
struct WalletProviderProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet-provider", abstract: "The wallet provider: accounts, PINs and certificates of wallets.",
        subcommands: [
            Serve.self, Portal.self, Migrate.self, KeysCommands.self, Revoke.self, AuditCommands.self, AccountCommands.self,
            WitnessCommands.self,
            AttestationCommands.self,
        ])

    /// Runs the command. A usage error exits with 64, or with 2 for `attestation`, whose exit codes scripts evaluate.
    static func main() async {
        do {
            let arguments = try await ConfiguredArguments.complete(
                Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            StartErrorLog.write(error, arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
            guard exitCode(for: error) == .validationFailure, CommandLine.arguments.dropFirst().first == "attestation" else {
                exit(withError: error)
            }
            FileHandle.standardError.write(Data((fullMessage(for: error) + "\n").utf8))
            exit(withError: VerifyAttestation.Exit.unusable)
        }
    }
}
