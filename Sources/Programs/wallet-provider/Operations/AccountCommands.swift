// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import ProviderProtocol
import ServerCommands
import ServerState
import WalletProvider

/// `wallet-provider account`: shows accounts, for support, and moves them to another database.
struct AccountCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Show an account, for support; move all accounts to PostgreSQL.",
        subcommands: [Show.self, Move.self],
        aliases: ["accounts"])

    /// `account show`: shows the data of one wallet that support needs.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the state, PIN attempts and dates of one account, without changing it.",
            discussion: """
                Prints one value per line: a name, a tab, the value. No key, code, PIN or personal value is shown. The exit code is 1 if there \
                is no such wallet.
                """)

        @OptionGroup
        var backend: BackendOptions

        // An id may begin with a dash.
        @Option(parsing: .unconditional, help: ArgumentHelp("The wallet with this id.", valueName: "id"))
        var wallet: String?

        @Flag(help: "The wallet with the deletion code on the first line of the standard input.")
        var code = false

        func validate() throws {
            guard (wallet != nil) != code else { throw ValidationError("give either --wallet or --code") }
        }

        func run() async throws {
            let target = try target()
            try await backend.withBackend(for: .administering) { backend in
                let lookup = AccountLookup(store: backend.store, hsm: backend.hsm)
                let account: Account? =
                    switch target {
                    case .wallet(let id): try await lookup.account(of: id)
                    case .code(let code): try await lookup.account(withRevocationCode: code)
                    }
                guard let account else {
                    Terminal.write("There is no such wallet.")
                    throw ExitCode.failure
                }
                for (name, value) in Self.lines(account) { Terminal.write("\(name)\t\(value)") }
            }
        }

        /// The values in the order of printing.
        static func lines(_ account: Account) -> [(name: String, value: String)] {
            var lines = [("wallet", account.walletID.text)]
            switch account.state {
            case .active: lines.append(("state", "active"))
            case .deregistered: lines.append(("state", "deregistered"))
            case .revoked(let revocation):
                lines += [("state", "revoked"), ("revoked", text(revocation.date)), ("reason", revocation.reason.rawValue)]
            }
            lines += [
                ("solution_revoked", account.isSolutionRevoked ? "yes" : "no"), ("device", account.deviceKind.rawValue),
                ("registered", text(account.createdAt)), ("used", account.isUsed ? "yes" : "no"),
                ("pin_attempts_since_right_pin", "\(account.attempts)"), ("pin_wait_until", account.waitUntil.map(text) ?? "none"),
                ("pin_change_pending", account.pin.sealedNewKey == nil ? "no" : "yes"),
                ("pin_recovery_until", account.recovery.map { text($0.expiresAt) } ?? "none"),
                ("recovery_code_known", account.recoveryCodeMark == nil ? "no" : "yes"),
            ]
            return lines
        }

        private static func text(_ time: Timestamp) -> String {
            Terminal.text(Date(timeIntervalSince1970: Double(time.milliseconds) / 1000))
        }

        private enum Target {
            case wallet(WalletID)
            case code(RevocationCode)
        }

        /// Reads a code from standard input, because every user on the machine can read a process's arguments.
        private func target() throws -> Target {
            if let wallet {
                guard let id = try? WalletID(parsing: wallet) else { throw StartError("this is not the id of a wallet") }
                return .wallet(id)
            }
            guard let line = Terminal.readFirstLine(), let code = try? RevocationCode(parsing: line) else {
                throw StartError("the standard input has no deletion code: a character is wrong, missing or swapped")
            }
            return .code(code)
        }
    }
}
