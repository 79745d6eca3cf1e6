// SPDX-License-Identifier: EUPL-1.2

import JSON
import WalletConfiguration

/// The documents of a configuration server: their contents, and the signed tokens that carry them.
extension FuzzTarget {
    static let configuration = FuzzTarget(
        "configuration", mutations: 150,
        seeds: {
            let provider = FuzzDocuments.configuration["provider"] ?? .null
            let services = FuzzDocuments.configuration["services"] ?? .null
            return [FuzzDocuments.configuration, ["provider": provider, "services": services]].map { $0.encode() }
        },
        run: { input throws(FuzzFinding) in try rereads(ConfigurationDocument.self, input) == nil ? .refused : .accepted })

    /// A policy. Between now and the next change that it announces, no version's verdict differs from the present verdict.
    static let updatePolicy = FuzzTarget(
        "update-policy",
        seeds: { [FuzzDocuments.policy, ["available": [], "rules": []]].map { $0.encode() } },
        run: { input throws(FuzzFinding) in
            guard let policy = try rereads(UpdatePolicy.self, input) else { return .refused }
            let now = FuzzParties.now
            for version in ["0.0.0", "1.0.0", "1.1.9", "1.2.0", "999999.999999.999999"].compactMap({ AppVersion($0) }) {
                let verdict = policy.evaluate(version, at: now)
                let change = policy.nextChange(for: version, after: now) ?? .max
                try FuzzFinding.unless(change > now, "a change that is not in the future")
                try FuzzFinding.unless(policy.evaluate(version, at: change - 1) == verdict, "a verdict that changes unannounced")
            }
            return .accepted
        })

    static let documentTrust = FuzzTarget(
        "document-trust", seeds: { [FuzzDocuments.trust.json.encode(), Array(#"{"environment":"test","keys":{}}"#.utf8)] },
        run: { input throws(FuzzFinding) in
            guard let object = try? JSONObject(parsing: input), let trust = try? DocumentTrust(json: object) else { return .refused }
            try FuzzFinding.unless((try? DocumentTrust(json: trust.json)) == trust, "a trust anchor that is not read as it was written")
            return .accepted
        })

    /// A token of either kind. The key signs the seeds only, so an accepted token has the contents of a seed.
    static let signedDocument = FuzzTarget(
        "signed-document", mutations: 150,
        seeds: {
            let configuration = try SignedConfiguration(
                signing: ConfigurationDocument(json: FuzzDocuments.configuration), claims: FuzzDocuments.claims, keyID: "k1",
                key: FuzzParties.signerKey)
            let policy = try SignedUpdatePolicy(
                signing: UpdatePolicy(json: FuzzDocuments.policy), claims: FuzzDocuments.claims, keyID: "k1", key: FuzzParties.signerKey)
            let foreign = try SignedUpdatePolicy(
                signing: UpdatePolicy(json: FuzzDocuments.policy), claims: FuzzDocuments.claims, keyID: "k1", key: FuzzParties.authorityKey)
            return [configuration.token, policy.token, foreign.token].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            if let document = try? SignedConfiguration(verifying: text, trusting: FuzzDocuments.trust, at: FuzzParties.now) {
                let contents = try? ConfigurationDocument(json: FuzzDocuments.configuration)
                try FuzzFinding.unless(
                    document.contents == contents && document.claims == FuzzDocuments.claims && document.token == text,
                    "a configuration that the key did not sign")
                return .accepted
            }
            guard let document = try? SignedUpdatePolicy(verifying: text, trusting: FuzzDocuments.trust, at: FuzzParties.now) else {
                return .refused
            }
            let contents = try? UpdatePolicy(json: FuzzDocuments.policy)
            try FuzzFinding.unless(
                document.contents == contents && document.claims == FuzzDocuments.claims && document.token == text,
                "a policy that the key did not sign")
            return .accepted
        })

    /// Reads contents and checks that they are read as they were written; nil if they are refused.
    private static func rereads<Contents: DocumentContents>(
        _ type: Contents.Type, _ input: [UInt8]
    ) throws(FuzzFinding) -> Contents? {
        guard let object = try? JSONObject(parsing: input), let contents = try? Contents(json: object) else { return nil }
        try FuzzFinding.unless((try? Contents(json: contents.json)) == contents, "contents that are not read as they were written")
        return contents
    }
}
