// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import OAuthMessages
import OpenID4VP
import ServerState
import SwiftASN1
import WalletVerifier
import X509

/// A party's folder: `party.json`, and the files that it names.
struct PartyFolder: Sendable {
    /// The folder's path; its last part is the party's name.
    let path: String

    /// The name of the description.
    static let description = "party.json"
    private static let maximumBytes = 1 << 20

    /// Reads the parties of a directory, in the order of their names; none if the directory does not exist.
    ///
    /// - Parameter base: the server's address. Each access certificate must name its host, or that of the party's `public_url`.
    /// - Throws: `StartError` naming the file at fault.
    static func all(in directory: String, servedBy base: HTTPSURL) throws -> [Party] {
        guard FileManager.default.fileExists(atPath: directory) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        } catch {
            throw StartError("\(directory) cannot be read: \(StartError.reason(of: error))")
        }
        let folders = names.map { PartyFolder(path: "\(directory)/\($0)") }
            .filter { FileManager.default.fileExists(atPath: $0.file(Self.description)) }
        let parties = try folders.map { try $0.party(servedBy: base) }
        let twice = Dictionary(grouping: parties, by: \.apiKeyHash).values.first { $0.count > 1 }
        if let twice { throw StartError("\(twice.map(\.name).joined(separator: " and ")) have the same API key") }
        return parties
    }

    /// The path of a file in the folder.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Reads the description.
    ///
    /// - Throws: `StartError` naming the file.
    func read() throws -> PartyDescription {
        let place = file(Self.description)
        let bytes = try StateFile.read(place, maximumBytes: Self.maximumBytes)
        do throws(PartyDescriptionError) {
            return try PartyDescription(parsing: bytes)
        } catch {
            throw StartError("\(place): \(error.reason)")
        }
    }

    /// Reads the party.
    ///
    /// - Throws: `StartError` naming the file at fault.
    func party(servedBy base: HTTPSURL) throws -> Party {
        let described = try read()
        guard described.name == URL(filePath: path).lastPathComponent else {
            throw StartError("\(file(Self.description)): name must be that of the folder")
        }
        let chain = try TrustOptions.certificates(in: [file(described.certificate)])
        let key = try privateKey(in: file(described.key))
        guard let own = chain.first, P256.Signing.PublicKey(own.publicKey)?.rawRepresentation == key.publicKey.rawRepresentation else {
            throw StartError("\(file(described.key)) is not the key of \(described.certificate)")
        }
        let certificates = try chain.map { try $0.serializeAsPEM().derBytes }
        let host = (described.publicURL ?? base).host
        guard let identity = VerifierIdentity(own, der: certificates[0]), identity.vouches(for: host) else {
            let setting = described.publicURL == nil ? "--public-url" : "public_url in \(Self.description)"
            throw StartError("\(file(described.certificate)) does not name the server's host \(host); see \(setting)")
        }
        let registration = try described.registration.map { name in
            String(decoding: try StateFile.read(file(name), maximumBytes: Self.maximumBytes), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return Party(
            name: described.name, apiKeyHash: described.apiKeyHash, clientID: try clientID(described, certificates[0]),
            certificates: certificates, key: key, registration: registration, uses: described.uses, webhook: try webhook(described),
            base: described.publicURL)
    }

    private func clientID(_ described: PartyDescription, _ certificate: [UInt8]) throws -> ClientIdentifier {
        do throws(RequestRefusal) {
            return try ClientIdentifier(described.clientID ?? PartyDescription.clientID(ofCertificate: certificate))
        } catch {
            throw StartError("\(file(Self.description)): client_id is not x509_hash:… or x509_san_dns:…")
        }
    }

    private func privateKey(in path: String) throws -> P256.Signing.PrivateKey {
        try SecretFile(path: path).check()
        let text = String(decoding: try StateFile.read(path, maximumBytes: 65_536), as: UTF8.self)
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
            throw StartError("\(path) cannot be read as a P-256 key in PEM without a password")
        }
        return key
    }

    private func webhook(_ described: PartyDescription) throws -> PartyWebhook? {
        guard let webhook = described.webhook else { return nil }
        let secret = Array(try SecretFile(path: file(webhook.key)).firstLine().utf8)
        guard secret.count >= 32 else { throw StartError("\(file(webhook.key)) has less than 32 characters on its first line") }
        return PartyWebhook(url: webhook.url, key: secret)
    }
}
