// SPDX-License-Identifier: EUPL-1.2

import ConfigurationState
import Foundation
import JSON
import PhoneSimulator
import ServerState
import WalletApp
import WalletConfiguration

/// The files of the demo's configuration server: key, contents, documents. Completes an interrupted start.
struct DemoDocuments {
    let files: ConfigurationFiles
    /// Seconds since 1970, by the servers' clock.
    let now: Int64

    /// The validity of a document, in seconds: 365 days.
    static let life: Int64 = 365 * 86_400
    /// The part of its life that a document may have left when it is renewed: a twelfth, which is 30 days for a document of the demo.
    private static let renewedPart: Int64 = 12

    /// The links that open the demo's wallet.
    static var links: [ConfiguredLink] {
        [
            (.issuanceRedirect, "/wallet/issuance"), (.credentialOffer, "/wallet/offer"), (.disclosure, "/wallet/disclosure"),
            (.disclosureBasedIssuance, "/wallet/disclosure-based-issuance"), (.transfer, "/wallet/transfer"),
        ].map { ConfiguredLink(kind: $0, form: .web(host: "app.wallet.example", port: 443, path: $1)) }
    }

    /// The part of links to the wallet, before the question mark, that ask for data.
    static var disclosureLink: String {
        let paths = links.lazy.compactMap { link -> String? in
            guard link.kind == .disclosure, case .web(let host, _, let path) = link.form else { return nil }
            return "https://\(host)\(path)"
        }
        return paths.first ?? "openid4vp://"
    }

    /// Features with the shortest poll intervals, so that developers see changes soon.
    static var features: FeatureSettings {
        var features = FeatureSettings()
        features.configurationPollSeconds = 60
        features.updatePolicyPollSeconds = 60
        return features
    }

    /// The same links in the form in which the installed app registers them with the operating system.
    static var associatedLinks: Set<BrowserAddress> { associatedLinks(of: links) }

    /// The links of a configuration in the form in which an app registers them with the operating system.
    static func associatedLinks(of links: [ConfiguredLink]) -> Set<BrowserAddress> {
        Set(
            links.compactMap { link in
                guard case .web(let host, let port, let path) = link.form else { return nil }
                return BrowserAddress("https://\(host):\(port)\(path)")
            })
    }

    /// The redirect URIs of the issuance flow.
    static var issuanceRedirects: [String] { ["https://app.wallet.example/wallet/issuance"] }

    /// The versions in the demo's app stores.
    static func available(_ version: BrandVersion) -> [AppVersion] { [AppVersion(version.released)].compactMap(\.self) }

    /// Creates missing files.
    ///
    /// - Parameters:
    ///   - configuration, policy: the contents of the first editions.
    /// - Returns: the trusted keys for documents.
    /// - Throws: `StartError` with the file's name.
    func make(configuration: ConfigurationDocument, policy: UpdatePolicy) throws -> DocumentTrust {
        // The developer may keep the signing key elsewhere; documents are then only served.
        guard try makeKey() else { return try trust() }
        let trust = try trust()
        let signer = ConfigurationSigner(key: try SigningKey(file: files.signingKey), trust: trust)
        try make(configuration, contents: files.configurationContents, document: files.configuration, signer)
        try make(policy, contents: files.policyContents, document: files.policy, signer)
        return trust
    }

    /// Creates the signing key at the first start; returns false if the developer has removed it.
    private func makeKey() throws -> Bool {
        let (hasKey, hasSigners) = (exists(files.signingKey), exists(files.signers))
        if !hasKey {
            guard !hasSigners else { return false }
            guard let environment = EnvironmentName("demo") else { throw StartError("The demo has no environment.") }
            try SigningKey(creatingFor: environment).write(to: files.signingKey)
        }
        if !hasSigners {
            try write(SigningKey(file: files.signingKey).trust.json, to: files.signers)
        }
        return true
    }

    private func trust() throws -> DocumentTrust {
        do {
            return try DocumentTrust(json: JSONObject(parsing: StateFile.read(files.signers, maximumBytes: 64 * 1024)))
        } catch {
            throw StartError("\(files.signers) is damaged. Nothing was changed; --fresh deletes it and starts again.")
        }
    }

    /// Signs a document again if a twelfth of its life or less is left: the same contents, with the next version.
    ///
    /// Changes nothing if the document cannot be verified, or if the developer has removed the signing key.
    ///
    /// - Throws: `StartError`, `DocumentRefusal`; the document is then unchanged.
    func renew(_ endpoint: DocumentEndpoint, trusting trust: DocumentTrust) throws {
        switch endpoint {
        case .configuration: try renew(ConfigurationDocument.self, in: files.configuration, trust)
        case .updatePolicy: try renew(UpdatePolicy.self, in: files.policy, trust)
        }
    }

    /// Adds the verifiers to a configuration of an earlier version of the demo, which has none: the same contents otherwise, with the next
    /// version. Changes nothing if the developer has removed the signing key, or the document cannot be verified.
    ///
    /// - Throws: `StartError`, `DocumentRefusal`; the document is then unchanged.
    func add(_ sharing: SharingSettings, trusting trust: DocumentTrust) throws {
        let bytes = try StateFile.read(files.configuration, maximumBytes: 256 * 1024)
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard let document = try? SignedConfiguration(verifying: text, trusting: trust), document.contents.sharing == nil,
            exists(files.signingKey)
        else { return }
        var configuration = document.contents
        configuration.sharing = sharing
        // Changes of the developer that are not signed yet stay.
        let there: ConfigurationDocument? = try? contents(files.configurationContents)
        if there == document.contents { try write(configuration.json, to: files.configurationContents) }
        _ = try ConfigurationSigner(key: SigningKey(file: files.signingKey), trust: trust).sign(
            configuration, version: document.version + 1, issuedAt: now, expiresAt: now + Self.life, to: files.configuration)
    }

    private func make<Contents: DocumentContents>(
        _ first: Contents, contents path: String, document: String, _ signer: ConfigurationSigner
    ) throws {
        if exists(document) {
            try renew(Contents.self, in: document, signer.trust)
            return
        }
        if !exists(path) { try write(first.json, to: path) }
        let found: Contents = try contents(path)
        try signer.sign(found, version: 1, issuedAt: now, expiresAt: now + Self.life, to: document)
    }

    private func renew<Contents: DocumentContents>(_: Contents.Type, in path: String, _ trust: DocumentTrust) throws {
        let expiring: SignedDocument<Contents>? = try self.expiring(path, trust)
        guard let expiring, exists(files.signingKey) else { return }
        let signer = ConfigurationSigner(key: try SigningKey(file: files.signingKey), trust: trust)
        try signer.sign(expiring.contents, version: expiring.version + 1, issuedAt: now, expiresAt: now + Self.life, to: path)
    }

    /// The contents in the developer's file.
    private func contents<Contents: DocumentContents>(_ path: String) throws -> Contents {
        do {
            return try Contents(json: JSONObject(parsing: StateFile.read(path, maximumBytes: 256 * 1024)))
        } catch {
            throw StartError("\(path) cannot be signed: \(error). Nothing was changed.")
        }
    }

    /// The document, if it is about to expire. Nil if it does not expire soon or cannot be verified; the server reports that error.
    private func expiring<Contents: DocumentContents>(_ path: String, _ trust: DocumentTrust) throws -> SignedDocument<Contents>? {
        let bytes = try StateFile.read(path, maximumBytes: 256 * 1024)
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard let document = try? SignedDocument<Contents>(verifying: text, trusting: trust),
            document.claims.expiresAt - (document.claims.expiresAt - document.claims.issuedAt) / Self.renewedPart <= now
        else { return nil }
        return document
    }

    private func write(_ json: JSONObject, to path: String) throws {
        try StateFile.replace(path, with: ContentsText.write(json))
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
