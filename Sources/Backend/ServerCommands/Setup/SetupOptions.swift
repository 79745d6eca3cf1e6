// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser
import Foundation
import ServerState
import SwiftASN1
import WalletConfiguration
import X509

/// The options that every server's `init` has.
package struct SetupOptions: ParsableArguments {
    @Argument(help: "The directory, which is new or empty; only its owner may enter it.")
    package var directory: String

    @Option(help: "The address by which wallets know this server, https://NAME[:PORT]; it must never change.")
    package var publicURL: String?

    @Option(help: "The name or address to listen on.")
    package var host = "127.0.0.1"

    @Option(
        name: .customLong("tls-root"),
        help: ArgumentHelp(
            "The roots of the authority that will sign tls.csr, for wallets. Default: wallets trust the self-signed certificate, for tests.",
            valueName: "pem"))
    package var tlsRoot: String?

    package init() {}

    /// Checks the form of directory, host and address.
    package func validate() throws {
        guard !directory.isEmpty, Self.isPlain(SetupDirectory.absolute(directory), with: "._+-/") else {
            throw ValidationError(
                "the directory's absolute path has letters, digits, and . _ + - / only, because systemd reads other characters differently")
        }
        guard Self.isPlain(host, with: ".-:") else {
            throw ValidationError("--host must be a name or an address: letters, digits, and . - : only")
        }
        if let publicURL { _ = try Self.host(of: publicURL, as: "--public-url") }
    }

    /// Returns the host of a server's address.
    ///
    /// - Parameter option: the name of the option, for the error.
    /// - Throws: `ValidationError` for an address that phones refuse or that names an IP address.
    package static func host(of address: String, as option: String) throws -> String {
        if let host = URLComponents(string: address)?.host, host.contains(":") || !host.contains(where: \.isLetter) {
            throw ValidationError("\(option) must name a host, not an IP address: certificates are made for names")
        }
        guard WebAddress(base: address) != nil, let host = URLComponents(string: address)?.host else {
            throw ValidationError("\(option) must be https://NAME[:PORT], in lower case and without a slash at the end")
        }
        return host
    }

    /// Checks the directory and the file of `--tls-root`, so that no question is asked in vain.
    ///
    /// - Throws: `StartError` with one line for the operator.
    package func checkBeforeQuestions() throws {
        try SetupDirectory(directory).refuseContent()
        _ = try tlsRoots()
    }

    /// The public address and its host.
    ///
    /// - Throws: `ValidationError` if the address is missing.
    package func address() throws -> (url: String, host: String) {
        guard let publicURL else { throw ValidationError("--public-url is missing: the address by which wallets know this server") }
        return (publicURL, try Self.host(of: publicURL, as: "--public-url"))
    }

    /// Checks that ports are different numbers from 1 to 65535.
    ///
    /// - Parameter ports: the options' names, and their values.
    /// - Throws: `ValidationError` naming all options.
    package static func check(ports: KeyValuePairs<String, Int>) throws {
        guard ports.allSatisfy({ (1...65_535).contains($0.value) }), Set(ports.map(\.value)).count == ports.count else {
            throw ValidationError("\(ports.map(\.key).joined(separator: " and ")) must be different numbers from 1 to 65535")
        }
    }

    /// The line about the way from phones to the server, for the operator.
    package func route(from address: String, to port: Int) -> String { "\(address) must lead to \(host), port \(port)." }

    /// The roots of `--tls-root` in DER; nil without the option.
    ///
    /// - Throws: `StartError` naming the file.
    package func tlsRoots() throws -> [[UInt8]]? { try tlsRoot.map(Self.roots) }

    /// Reads 1 to 8 certificates in PEM.
    ///
    /// - Throws: `StartError` naming the file.
    package static func roots(in path: String) throws -> [[UInt8]] {
        let text = String(decoding: try InputFile(path: path).bytes(), as: UTF8.self)
        guard let documents = try? PEMDocument.parseMultiple(pemString: text), (1...8).contains(documents.count),
            documents.allSatisfy({ (try? Certificate(pemDocument: $0)) != nil })
        else { throw StartError("\(path) cannot be read as 1 to 8 certificates in PEM. Nothing was changed.") }
        return documents.map(\.derBytes)
    }

    private static func isPlain(_ text: String, with others: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
    }
}
