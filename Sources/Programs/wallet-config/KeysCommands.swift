// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ConfigurationState
import Foundation
import ServerCommands
import ServerState
import WalletConfiguration

/// `wallet-config keys`: manages signing keys.
struct KeysCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Create signing keys.", subcommands: [Create.self])

    /// `keys create`: creates a key in a new file.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a key that signs documents of one environment.",
            discussion: """
                KEY is secret and readable by its owner only (mode 0600). The public key is added to SIGNERS, which goes to the server and into the \
                app; the app trusts only these keys. An existing KEY file is never overwritten.
                """)

        @Option(help: ArgumentHelp("The output file of the key.", valueName: "key"))
        var output: String

        @Option(help: "The environment, such as production: 1 to 32 lower-case letters, digits and hyphens.")
        var environment: EnvironmentName

        @Option(help: "The name of the key. Default: config- and a digest of the key.")
        var keyID: String?

        @Option(help: ArgumentHelp("The file of public keys to which it is added; created if missing.", valueName: "signers"))
        var signers: String

        func run() async throws {
            let key = try SigningKey(creatingFor: environment, keyID: keyID)
            try StateFile.withLock(onDirectoryOf: signers) {
                var keys = key.trust.keys
                if FileManager.default.fileExists(atPath: signers) {
                    let present = try DocumentTrust(file: signers)
                    guard present.environment == environment else {
                        throw StartError("\(signers) is for the environment \(present.environment), not \(environment). Nothing was made.")
                    }
                    guard present.keys[key.keyID] == nil else {
                        throw StartError("\(signers) already has a key of that name. Nothing was made; choose another --key-id.")
                    }
                    guard present.keys.count < 16 else {
                        throw StartError("\(signers) has 16 keys, the maximum. Nothing was made; remove old keys first.")
                    }
                    keys.merge(present.keys) { new, _ in new }
                }
                // Write the private key first: a public key without it would be useless.
                try key.write(to: output)
                do {
                    let json = try ContentsText.write(DocumentTrust(environment: environment, keys: keys).json)
                    try StateFile.replace(signers, with: json, permissions: 0o644)
                } catch {
                    // No other file names the new key yet.
                    try? FileManager.default.removeItem(atPath: output)
                    throw error
                }
            }
            Terminal.write("\(key.keyID)\t\(output)\t\(signers)")
        }
    }
}
