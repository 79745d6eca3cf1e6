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
    private static func link(_ redirect: String) -> UniversalLink {
        let form: UniversalLink.Form =
            if let url = HTTPSURL(redirect) {
                .web(host: url.host, port: url.port, path: url.path)
            } else {
                .scheme(String(redirect.prefix { $0 != ":" }))
            }
        return UniversalLink(kind: .issuanceRedirect, form: form)
    }
}
