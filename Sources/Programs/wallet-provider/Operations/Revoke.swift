// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import ProviderProtocol
import ProviderState
import WalletProvider

/// `wallet-provider revoke`: ends a wallet, or all of them, for good.
struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Revoke a wallet by its id or its deletion code, or the whole solution. It cannot be undone.",
        discussion: """
            It is written to the audit log first, with the name of the user who ran the command. Done again, it changes nothing. The exit code \
            is 1 when there is no such wallet.
            """)

    @OptionGroup
    var backend: BackendOptions

    // An id may begin with a dash.
    @Option(parsing: .unconditional, help: ArgumentHelp("The wallet with this id.", valueName: "id"))
    var wallet: String?

    @Flag(help: "The wallet with the deletion code on the first line of the standard input.")
    var code = false

    @Flag(help: "All wallets, those to come included. Needs --irreversibly.")
    var solution = false

    @Flag(help: "Says that the revocation of the solution is meant.")
    var irreversibly = false

    @Option(help: "user_request, when the user asked for it, or admin_request.")
    var reason: RevocationReason = .adminRequest

    func validate() throws {
        guard [wallet != nil, code, solution].filter({ $0 }).count == 1 else {
            throw ValidationError("one of --wallet, --code and --solution says what is revoked")
        }
        guard solution == irreversibly else { throw ValidationError("--irreversibly goes with --solution, and --solution needs it") }
        guard reason != .solutionCompromised else { throw ValidationError("solution_compromised is the reason of --solution alone") }
    }

    func run() async throws {
        let target = try target()
        try await backend.withBackend(for: .administering) { backend in
            let revoker = Revoker(
                store: backend.store, hsm: backend.hsm, clock: { Date() },
                report: { error in FileHandle.standardError.write(Data("\(error)\n".utf8)) })
            let actor = AuditActor.operator(name: Terminal.userName)
            let revocation: Revocation? =
                switch target {
                case .wallet(let id): try await revoker.revoke(id, because: reason, by: actor)
                case .code(let code): try await revoker.revoke(with: code, because: reason, by: actor)
                case .solution: try await revoker.revokeSolution(by: actor)
                }
            guard let revocation else {
                Terminal.write("There is no such wallet; nothing was revoked.")
                throw ExitCode.failure
            }
            let date = Date(timeIntervalSince1970: Double(revocation.date.milliseconds) / 1000)
            Terminal.write("revoked on \(Terminal.text(date)), reason \(revocation.reason.rawValue)")
        }
    }

    private enum Target {
        case wallet(WalletID)
        case code(RevocationCode)
        case solution
    }

    /// A code is read from the input, because everybody on the machine sees the arguments of a process.
    private func target() throws -> Target {
        if let wallet {
            guard let id = try? WalletID(parsing: wallet) else { throw StartError("--wallet is not the id of a wallet") }
            return .wallet(id)
        }
        guard code else { return .solution }
        guard let line = Terminal.readFirstLine() else { throw StartError("the standard input has no deletion code") }
        guard let code = try? RevocationCode(parsing: line) else {
            throw StartError("that is no deletion code: a character is wrong, missing or swapped")
        }
        return .code(code)
    }
}

extension RevocationReason: ExpressibleByArgument {}
