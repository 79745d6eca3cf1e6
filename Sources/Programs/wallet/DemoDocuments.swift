// SPDX-License-Identifier: EUPL-1.2

import ConfigurationState
import Foundation
import JOSE
import ProviderState
import WalletConfiguration

/// What the demo's configuration server needs before it can serve: key, contents, documents. A start that was ended on the way is made good.
struct DemoDocuments {
    let files: ConfigurationFiles
    /// Seconds since 1970, by the phone's clock.
    let now: Int64

    private static let days: Int64 = 365
    /// How long before its end a document gets a new edition, in seconds.
    private static let renewal: Int64 = 30 * 86_400

    /// The links that open the demo's wallet.
    static var links: [UniversalLink] {
        [
            (.issuanceRedirect, "/wallet/issuance"), (.credentialOffer, "/wallet/offer"), (.disclosure, "/wallet/disclosure"),
            (.disclosureBasedIssuance, "/wallet/disclosure-based-issuance"), (.transfer, "/wallet/transfer"),
        ].map { UniversalLink(kind: $0, form: .web(host: "app.wallet.example", port: 443, path: $1)) }
    }

    /// Documents are asked for as often as can be: whoever tries the demo out does not wait.
    static var features: FeatureSettings {
        var features = FeatureSettings()
        features.configurationPollSeconds = 60
        features.updatePolicyPollSeconds = 60
        return features
    }

    /// Where browsers come back to from an issuer.
    static var issuanceRedirects: [String] { ["https://app.wallet.example/wallet/issuance"] }

    /// The versions that the demo's stores have.
    static var available: [AppVersion] { [AppVersion(major: 1, minor: 0, patch: 0)].compactMap { $0 } }

    /// Makes what is missing.
    ///
    /// - Parameters:
    ///   - configuration, policy: what the first editions say.
    /// - Returns: whose documents are trusted.
    /// - Throws: `StartError` naming the file.
    func make(configuration: ConfigurationDocument, policy: UpdatePolicy) throws -> DocumentTrust {
        // Somebody may have taken the key away to keep it elsewhere; then documents are only served.
        guard try makeKey() else { return try trust() }
        let trust = try trust()
        let signer = DocumentSigner(key: try SigningKey(file: files.signingKey), trust: trust)
        try make(configuration, contents: files.configurationContents, document: files.configuration, signer)
        try make(policy, contents: files.policyContents, document: files.policy, signer)
        return trust
    }

    /// Whether there is a signing key.
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
            throw StartError("\(files.signers) is damaged. Nothing was changed; --fresh starts anew.")
        }
    }

    private func make<Contents: DocumentContents>(
        _ first: Contents, contents path: String, document: String, _ signer: DocumentSigner
    ) throws {
        if !exists(path), !exists(document) { try write(first.json, to: path) }
        let (found, version): (Contents?, Int64) = exists(document) ? try expiring(document, signer) : (try contents(path), 1)
        guard let found else { return }
        try signer.sign(found, version: version, issuedAt: now, expiresAt: now + Self.days * 86_400, to: document)
    }

    /// What a person has to say, from the file to edit.
    private func contents<Contents: DocumentContents>(_ path: String) throws -> Contents? {
        do {
            return try Contents(json: JSONObject(parsing: StateFile.read(path, maximumBytes: 256 * 1024)))
        } catch {
            throw StartError("\(path) cannot be signed: \(error). Nothing was changed.")
        }
    }

    /// What a document says that is about to expire, and the version after its own; nil for one that is not, or that this program cannot judge:
    /// the server says what is wrong with that one.
    private func expiring<Contents: DocumentContents>(_ path: String, _ signer: DocumentSigner) throws -> (Contents?, Int64) {
        let bytes = try StateFile.read(path, maximumBytes: 256 * 1024)
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard let document = try? SignedDocument<Contents>(verifying: text, trusting: signer.trust),
            document.claims.expiresAt - Self.renewal <= now
        else { return (nil, 0) }
        return (document.contents, document.version + 1)
    }

    private func write(_ json: JSONObject, to path: String) throws {
        try StateFile.replace(path, with: ContentsText.write(json))
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
