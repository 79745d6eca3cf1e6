// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ServerState

extension TokenOptions {
    /// The options on a command line that have these values; none without a token.
    package var arguments: [String] {
        guard let hsmModule, let hsmToken, let hsmPINFile else { return [] }
        return [
            "--hsm-module=" + hsmModule, "--hsm-token=" + hsmToken, "--hsm-pin-file=" + hsmPINFile, "--hsm-milliseconds=\(hsmMilliseconds)",
        ]
    }

    /// Asks for a token unless the command line names one. Returns the answers as arguments.
    ///
    /// - Throws: `StartError` at the end of the input.
    package func asked() throws -> [String] {
        guard hsmModule == nil else { return [] }
        let module = try Terminal.askOptional("PKCS#11 module for the keys; empty for a sealed key file") { module in
            // A name without a slash is found by the system in its library directories.
            guard !module.contains("/") || FileManager.default.isReadableFile(atPath: module) else {
                throw StartError("\(module) is not there, or cannot be read")
            }
        }
        guard let module else { return [] }
        return [
            "--hsm-module=" + module, "--hsm-token=" + (try Terminal.ask("Label of the token")),
            "--hsm-pin-file=" + (try Terminal.ask("File with the token's PIN") { _ = try SecretFile(path: $0).firstLine() }),
        ]
    }
}
