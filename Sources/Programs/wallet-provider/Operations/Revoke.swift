// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import ProviderProtocol
import ServerCommands
import ServerState
import WalletProvider

/// `wallet-provider revoke`: permanently revokes a wallet, all wallets of a person, or all wallets.
struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Revoke a wallet by its id or its deletion code, a person's wallets, or the whole solution. It cannot be undone.",
        discussion: """
            The revocation is written to the audit log first, with the operator's name. A repetition changes nothing. The exit code is 1 if there \
            is no such wallet. A person is identified by the recovery code in the PID: every wallet that has disclosed this code, or discloses it \
            later, is revoked. Nothing is stored about a person without a wallet at this provider.
            """)

    @OptionGroup
    var backend: BackendOptions

    @OptionGroup
    var person: OperatorOptions

    // An id may begin with a dash.
    @Option(parsing: .unconditional, help: ArgumentHelp("The wallet with this id.", valueName: "id"))
    var wallet: String?

    @Flag(help: "The wallet with the deletion code on the first line of the standard input.")
    var code = false

    @Flag(help: "All wallets of the person with the recovery code on the first line of the standard input, including future wallets.")
    var recoveryCode = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("All wallets of the person whose wallet has this id, including future wallets.", valueName: "id"))
    var holderOf: String?

    @Flag(help: "All wallets, including future wallets. Needs --irreversibly.")
    var solution = false

    @Flag(help: "Confirm the revocation of all wallets.")
    var irreversibly = false

    @Option(help: "user_request, if the user asked for it, or admin_request. For --wallet and --code.")
    var reason: RevocationReason = .adminRequest

    func validate() throws {
        guard [wallet != nil, code, recoveryCode, holderOf != nil, solution].filter({ $0 }).count == 1 else {
            throw ValidationError("give exactly one of --wallet, --code, --recovery-code, --holder-of and --solution")
        }
        guard solution == irreversibly else { throw ValidationError("--solution and --irreversibly must be given together") }
        guard reason != .solutionCompromised else { throw ValidationError("the reason solution_compromised is reserved for --solution") }
        guard reason != .recoveryCode else {
            throw ValidationError("the reason recovery_code is reserved for --recovery-code and --holder-of")
        }
        guard reason == .adminRequest || wallet != nil || code else { throw ValidationError("--reason needs --wallet or --code") }
    }

    func run() async throws {
        let target = try target()
        try await backend.withBackend(for: .administering) { backend in
            let revoker = Revoker(
                store: backend.store, hsm: backend.hsm, clock: { Date() },
                report: { error in FileHandle.standardError.write(Data("\(error)\n".utf8)) })
            let actor = person.actor
            let revocation: Revocation? =
                switch target {
                case .wallet(let id): try await revoker.revoke(id, because: reason, by: actor)
                case .code(let code): try await revoker.revoke(with: code, because: reason, by: actor)
                case .recoveryCode(let code): try await ended(revoker.revokeHolder(withRecoveryCode: code, by: actor))
                case .holder(let id): try await ended(revoker.revokeHolder(of: id, by: actor))
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

    /// Reports how many wallets of a person were revoked, and returns the earliest revocation.
    private func ended(_ wallets: [HeldWallet]) -> Revocation? {
        if !wallets.isEmpty { Terminal.write("the person's wallets: \(wallets.count)") }
        return wallets.compactMap(\.revocation).min { $0.date < $1.date }
    }

    private enum Target {
        case wallet(WalletID)
        case code(RevocationCode)
        case recoveryCode(String)
        case holder(WalletID)
        case solution
    }

    /// Reads a code from standard input, because every user on the machine can read a process's arguments.
    private func target() throws -> Target {
        if let wallet = wallet ?? holderOf {
            guard let id = try? WalletID(parsing: wallet) else { throw StartError("this is not the id of a wallet") }
            return holderOf == nil ? .wallet(id) : .holder(id)
        }
        if recoveryCode {
            guard let line = Terminal.readFirstLine(), !line.isEmpty else { throw StartError("the standard input has no recovery code") }
            return .recoveryCode(line)
        }
        guard code else { return .solution }
        guard let line = Terminal.readFirstLine() else { throw StartError("the standard input has no deletion code") }
        guard let code = try? RevocationCode(parsing: line) else {
            throw StartError("this is not a deletion code: a character is wrong, missing or swapped")
        }
        return .code(code)
    }
}

extension RevocationReason: ExpressibleByArgument {}
