// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser
package import Deadlines
import ServerState

/// The options for the PKCS#11 token with the keys; without these options the keys are in files.
package struct TokenOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A PKCS#11 module for the keys. Default: software keys in STATE.", valueName: "library"))
    package var hsmModule: String?

    @Option(help: ArgumentHelp("The label of the token with the keys.", valueName: "label"))
    package var hsmToken: String?

    @Option(help: ArgumentHelp("A file with the token's PIN, readable only by its owner.", valueName: "file"))
    package var hsmPINFile: String?

    @Option(help: ArgumentHelp("How long a call to the token may take, with the wait for a session.", valueName: "milliseconds"))
    package var hsmMilliseconds = Timeouts.production.tokenCall.wholeMilliseconds

    package init() {}

    /// Checks that all options that name the token are given, or none.
    package func validate() throws {
        guard [hsmModule, hsmToken, hsmPINFile].allSatisfy({ ($0 == nil) == (hsmModule == nil) }) else {
            throw ValidationError("--hsm-module, --hsm-token and --hsm-pin-file must be given together")
        }
        try TimeLimitOption.check([("hsm-milliseconds", hsmMilliseconds)], in: 100...60_000)
    }

    /// Sets the time limit of a call.
    package func apply(to timeouts: inout Timeouts) { timeouts.tokenCall = .milliseconds(hsmMilliseconds) }

    /// Reads the PIN; nil without a token.
    ///
    /// - Throws: `StartError` when the file with the PIN cannot be read, or other users may read it.
    package func token() throws -> (module: String, label: String, pin: String)? {
        guard let hsmModule, let hsmToken, let hsmPINFile else { return nil }
        return (hsmModule, hsmToken, try SecretFile(path: hsmPINFile).firstLine())
    }
}

extension Setting {
    /// The settings of `TokenOptions`.
    package static func token(_ options: @escaping @Sendable (Command) -> TokenOptions) -> [Setting] {
        [
            .text("hsm-module", isShared: true) { options($0).hsmModule }, .text("hsm-token", isShared: true) { options($0).hsmToken },
            .text("hsm-pin-file", isShared: true) { options($0).hsmPINFile },
            .number("hsm-milliseconds", isShared: true) { options($0).hsmMilliseconds },
        ]
    }
}
