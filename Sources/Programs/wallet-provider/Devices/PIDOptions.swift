// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ServerCommands
import ServerState
import WalletProvider

/// The trusted issuers of PIDs for PIN recovery; without them PINs cannot be recovered.
struct PIDOptions: ParsableArguments {
    @Option(
        name: .customLong("pid-root"),
        help: ArgumentHelp("A trusted root of PID issuers; may be repeated.", valueName: "pem"))
    var roots: [String] = []

    @Option(
        name: .customLong("pid-type"),
        help: ArgumentHelp("A credential type (vct) of PIDs; may be repeated.", valueName: "vct"))
    var types: [String] = []

    func validate() throws {
        guard roots.isEmpty == types.isEmpty else { throw ValidationError("--pid-root and --pid-type must be given together") }
    }

    /// The reader of recovery codes; nil if no issuer is trusted.
    ///
    /// - Throws: `StartError` if a file cannot be read or must not be trusted.
    func reader(allowsDevelopment: Bool) throws -> PIDRecoveryCode? {
        guard !roots.isEmpty else { return nil }
        let roots = try roots.flatMap { try InputFile(path: $0).roots(allowsDevelopment: allowsDevelopment) }
        return try PIDRecoveryCode(roots: roots, types: Set(types))
    }
}
