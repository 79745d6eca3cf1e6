// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import JSON
import PhoneSimulator
import ServerState
import SwiftASN1
import WalletApp
import WalletConfiguration
import WalletCore
import X509

/// Servers that run elsewhere, as their signed configuration names them.
struct ExternalServers: Sendable {
    /// The address of the configuration server: a phone stays with this address.
    let address: String
    private let document: SignedDocument<ConfigurationDocument>
    private let trust: DocumentTrust
    private let sites: [BrowserSite]

    private static let maximumSigners = 64 << 10
    private static let maximumRoots = 1 << 20

    /// Reads the files; they are not changed.
    ///
    /// - Parameters:
    ///   - path: the signed configuration.
    ///   - signers: the keys that it must be signed with.
    ///   - loginSites: origins that the browser may open besides the issuer's.
    ///   - loginRoots: their TLS roots; nil for the operating system's.
    /// - Throws: `StartError` for the first file that cannot be used.
    init(configuration path: String, signers: String, loginSites: [String], loginRoots: String?) throws {
        trust = try Self.read(signers, atMost: Self.maximumSigners, as: "--signers", expecting: "the file that wallet-config keys made") {
            try DocumentTrust(json: JSONObject(parsing: $0))
        }
        document = try Self.read(
            path, atMost: ConfigurationDocument.maximumTokenBytes + 2, as: "--external",
            expecting: "a configuration that wallet-config sign signed with a key of --signers"
        ) { [trust] bytes in
            try SignedDocument(verifying: String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines), trusting: trust)
        }
        let services = document.contents.services
        address = services.configuration.url.text
        let issuer = services.pidIssuer?.address
        for entry in [document.contents.provider.address, services.configuration, services.updatePolicy] + [issuer].compactMap(\.self) {
            guard entry.tlsRoots.allSatisfy({ (try? Certificate(derEncoded: $0)) != nil }) else {
                throw StartError(
                    "\(path): the TLS roots of \(entry.url.text) are not certificates. Nothing was changed; sign a corrected configuration."
                )
            }
        }
        let roots = try loginRoots.map {
            try Self.read($0, atMost: Self.maximumRoots, as: "--login-roots", expecting: "certificates in PEM") { bytes in
                let documents = try PEMDocument.parseMultiple(pemString: String(decoding: bytes, as: UTF8.self))
                guard !documents.isEmpty else { throw StartError("empty") }
                return try documents.map { document in
                    _ = try Certificate(pemDocument: document)
                    return document.derBytes
                }
            }
        }
        let own = issuer.flatMap { issuer in
            BrowserAddress(issuer.url.text).map { BrowserSite(origin: $0.origin, roots: issuer.tlsRoots) }
        }
        sites = [own].compactMap(\.self) + loginSites.map { BrowserSite(origin: $0, roots: roots) }
    }

    private static func read<Value>(
        _ path: String, atMost limit: Int, as option: String, expecting words: String, parse: ([UInt8]) throws -> Value
    ) throws -> Value {
        let bytes: [UInt8]
        do {
            bytes = try BoundedRead.bytes(of: path, atMost: limit, from: .anything)
        } catch {
            throw StartError("\(option): \(error). Nothing was changed; name \(words).")
        }
        guard let value = try? parse(bytes) else { throw StartError("\(option): \(path) is not \(words). Nothing was changed.") }
        return value
    }

    /// The servers around a phone. Nothing is asked of them before the phone does.
    ///
    /// - Throws: `StartError` if the brand has no version.
    func surroundings(of phone: SimulatedPhone, brand: Brand) throws -> Surroundings {
        guard let version = AppVersion(brand.version.released) else { throw StartError("The demo's app has no version.") }
        let embedded = EmbeddedEdition(
            appVersion: version, version: document.version, configuration: document.contents, configurationTrust: trust,
            updatePolicyTrust: trust)
        let links = document.contents.universalLinks
        return Surroundings(
            embedded: embedded,
            browser: SimulatedBrowser(phone: phone, sites: sites, associated: DemoDocuments.associatedLinks(of: links)),
            world: ExternalWorld(
                configuration: document.contents, installed: { [device = phone.device] in device.installedVersion(of: brand) }),
            names: [], awaited: [],
            portal: { [portal = document.contents.services.revocationPortal] in portal?.url.text }, services: [])
    }
}
