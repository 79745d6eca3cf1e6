// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI
import PIDIssuer
import ServerCommands
import ServerState
import WalletConfiguration

/// The accepted wallets of one provider in a new issuer's directory.
struct SetupWallet {
    /// The value of the setting `wallet`, with the paths of the copied roots.
    let setting: String
    /// The copied files of roots.
    let copies: [(name: String, bytes: [UInt8])]
    /// The name of the file with the part of these wallets' configuration.
    let partName: String
    private let entry: WalletEntry

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - text: a value of `--wallet`.
    ///   - number: from 1, in the order of the command line.
    /// - Throws: `WalletOptionError`, which names a file that cannot be read; `StartError`.
    init(_ text: String, number: Int, in directory: SetupDirectory) throws {
        let entry = try WalletEntry(text)
        self.entry = entry
        partName = number == 1 ? "configuration-part.json" : "configuration-part-\(number).json"
        var copies: [(name: String, bytes: [UInt8])] = []
        var words = text.split(separator: " ").map(String.init)
        let files: [(option: String, path: String?)] = [("roots", entry.roots), ("status-roots", entry.statusRoots)]
        for (option, path) in files {
            guard let path else { continue }
            _ = try WalletOptions.documents(in: path)
            let name = "wallet-\(option)-\(number).pem"
            copies.append((name, try InputFile(path: path).bytes()))
            words = words.map { $0.hasPrefix(option + "=") ? "\(option)=\(directory.path)/\(name)" : $0 }
        }
        self.copies = copies
        setting = words.joined(separator: " ")
    }

    /// Asks for the wallets of one provider. Returns the value of `--wallet`.
    ///
    /// - Throws: `StartError` at the end of the input.
    static func asked() throws -> String {
        func word(_ name: String) -> (String) throws -> Void {
            { try check($0, as: name) }
        }
        func file(_ name: String) -> (String) throws -> Void {
            {
                try check($0, as: name)
                _ = try WalletOptions.documents(in: $0)
            }
        }
        let words = [
            "client_id=" + (try Terminal.ask("client_id of the accepted wallets", word("client_id"))),
            "redirect_uri=" + (try Terminal.ask("Address to which their browsers return", word("redirect_uri"))),
            "issuer=" + (try Terminal.ask("Address of their wallet provider (https://…)", word("issuer"))),
            "roots=" + (try Terminal.ask("File with the roots of the provider's attestations (PEM)", file("roots"))),
        ]
        let roots = try Terminal.askOptional("File with the TLS roots of the provider (PEM); empty for the system's", file("status-roots"))
        return (words + (roots.map { ["status-roots=" + $0] } ?? [])).joined(separator: " ")
    }

    /// Checks one word of a value of `--wallet`, beside valid other words.
    private static func check(_ answer: String, as name: String) throws {
        guard !answer.contains(" ") else { throw StartError("\(name) must have no spaces") }
        let others = [
            "client_id": "example", "redirect_uri": "https://wallet.example", "issuer": "https://provider.example", "roots": "roots.pem",
        ]
        let words = others.merging([name: answer]) { _, answer in answer }
        _ = try WalletEntry(words.map { "\($0)=\($1)" }.joined(separator: " "))
    }

    /// The part of these wallets' configuration that names the issuer.
    ///
    /// - Parameters:
    ///   - issuer: the issuer's public address.
    ///   - documentRoot: the root of its credentials, in DER.
    /// - Throws: `StartError` for an address that phones refuse.
    func part(issuer: String, tlsRoots: [[UInt8]], documentRoot: [UInt8]) throws -> ConfigurationPart {
        guard let url = WebAddress(base: issuer) else { throw StartError("--public-url is an address that phones refuse") }
        return ConfigurationPart(
            pidIssuer: PIDIssuerAddress(
                address: ServiceAddress(url: url, tlsRoots: tlsRoots), documentRoots: [documentRoot], clientID: entry.clientID),
            pid: PIDSettings(
                sdJWT: PIDSettings.Kind(configurationID: PIDKind.sdJWT.identifier, type: PIDKind.credentialType),
                mdoc: PIDSettings.Kind(configurationID: PIDKind.mdoc.identifier, type: PIDKind.documentType), timeZone: PIDKind.timeZone),
            redirects: entry.redirectURIs.sorted().map(Self.link))
    }

    /// The link to which browsers return. One that phones refuse is named by wallet-config.
    private static func link(_ redirect: String) -> ConfiguredLink {
        let form: ConfiguredLink.Form =
            if let url = HTTPSURL(redirect) {
                .web(host: url.host, port: url.port, path: url.path)
            } else {
                .scheme(String(redirect.prefix { $0 != ":" }))
            }
        return ConfiguredLink(kind: .issuanceRedirect, form: form)
    }
}
