// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ServerState
import WalletConfiguration

/// The place of the signed configuration that names servers elsewhere: the value of `--external`.
enum ExternalDocument: Hashable {
    /// The path of a file.
    case file(String)
    /// The address of a configuration server.
    case server(WebAddress)

    /// The form of an address, for messages.
    static let addressForm = "https://host[:port][/path] in lower case, without a slash at the end"

    /// Reads a text with a scheme as an address, and any other text as a path; nil for an address that is not of ``addressForm``.
    init?(_ text: String) {
        guard text.contains("://") else {
            self = .file(text)
            return
        }
        guard let address = WebAddress(base: text) else { return nil }
        self = .server(address)
    }

    /// Reads the configuration and verifies it as a phone does. A file is what an app ships with, so its dates do not count.
    ///
    /// - Parameters:
    ///   - trust: the keys that it must be signed with.
    ///   - roots: the TLS roots of a server, in DER; nil for the operating system's.
    ///   - time: the time limit of a server.
    ///   - now: the time by which a server's configuration is valid.
    /// - Throws: `StartError`, one line; nothing is changed.
    func read(
        signedBy trust: DocumentTrust, roots: [[UInt8]]?, within time: Duration, at now: Date
    ) async throws -> SignedConfiguration {
        switch self {
        case .file(let path):
            let bytes = try ExternalFile.bytes(
                of: path, atMost: ConfigurationDocument.maximumTokenBytes + 2, as: "--external",
                expecting: "a configuration that wallet-config sign signed, or the https address of a configuration server")
            let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
            return try Self.checked(of: path) { () throws(DocumentRefusal) in
                try SignedConfiguration(verifying: token, trusting: trust)
            }
        case .server(let address):
            let token = try await ExternalFetch(from: address, trusting: roots, within: time).token()
            return try Self.checked(of: address.text) { () throws(DocumentRefusal) in
                try SignedConfiguration(verifying: token, trusting: trust, at: Int64(now.timeIntervalSince1970))
            }
        }
    }

    private static func checked(
        of source: String, _ verify: () throws(DocumentRefusal) -> SignedConfiguration
    ) throws -> SignedConfiguration {
        do throws(DocumentRefusal) {
            return try verify()
        } catch {
            throw StartError("--external: the configuration of \(source) \(words(for: error)).")
        }
    }

    private static func words(for refusal: DocumentRefusal) -> String {
        switch refusal.code {
        case .unknownKey, .wrongSigner: "is not signed with a key of --signers. Nothing was changed; give the keys of its operator"
        case .wrongEnvironment: "is of another environment than --signers. Nothing was changed; give the signers of that environment"
        case .expired: "has expired. Nothing was changed; its operator must sign the next version"
        case .notYetValid: "is not valid yet by this computer's clock. Nothing was changed; set the clock"
        case .unacceptableContents: "cannot be used: \(refusal.reason). Nothing was changed; its operator must sign a corrected version"
        case .tooLong, .malformed, .otherKind:
            "is not one that wallet-config sign signed. Nothing was changed; give its output, or the address of a server that serves it"
        }
    }
}
