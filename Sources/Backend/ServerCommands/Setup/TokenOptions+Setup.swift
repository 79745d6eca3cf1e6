// SPDX-License-Identifier: EUPL-1.2

extension TokenOptions {
    /// The options on a command line that have these values; none without a token.
    package var arguments: [String] {
        guard let hsmModule, let hsmToken, let hsmPINFile else { return [] }
        return [
            "--hsm-module", hsmModule, "--hsm-token", hsmToken, "--hsm-pin-file", hsmPINFile, "--hsm-milliseconds", "\(hsmMilliseconds)",
        ]
    }

    /// Asks for a token unless the command line names one. Returns the answers as arguments.
    ///
    /// - Throws: `StartError` at the end of the input.
    package func asked() throws -> [String] {
        guard hsmModule == nil, let module = try Terminal.askOptional("PKCS#11 module for the keys; empty for a sealed key file") else {
            return []
        }
        return [
            "--hsm-module=" + module, "--hsm-token=" + (try Terminal.ask("Label of the token")),
            "--hsm-pin-file=" + (try Terminal.ask("File with the token's PIN")),
        ]
    }
}
