// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// An entry of `verifier_info`: what others say about the verifier, such as its registration certificate (OpenID4VP 1.0 §5.1).
public struct VerifierAttachment: Sendable, Hashable {
    /// `format`, such as `registration_cert`.
    public let format: String
    /// `data`, a text or an object. Nothing in it has been verified.
    public let data: JSONValue
    /// `credential_ids`: the queries that the entry is about; nil for all.
    public let credentialIDs: [String]?

    /// An entry to send.
    public init(format: String, data: JSONValue, credentialIDs: [String]?) {
        self.format = format
        self.data = data
        self.credentialIDs = credentialIDs
    }

    /// Reads one entry; nil if it is malformed.
    private init?(_ value: JSONValue) {
        guard case .object(let object) = value, case .string(let format)? = object["format"], let data = object["data"] else { return nil }
        switch data {
        case .string, .object: break
        default: return nil
        }
        var credentialIDs: [String]?
        if let value = object["credential_ids"] {
            guard let texts = value.allTexts, !texts.isEmpty else { return nil }
            credentialIDs = texts
        }
        self.init(format: format, data: data, credentialIDs: credentialIDs)
    }

    /// Reads the value of `verifier_info`. Malformed entries are left out: without them a verifier can only be trusted less.
    static func read(_ value: JSONValue?) -> [VerifierAttachment] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { VerifierAttachment($0) }
    }
}
