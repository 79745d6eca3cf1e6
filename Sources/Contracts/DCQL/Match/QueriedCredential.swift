// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A credential as a query sees it. The wallet makes one of each card and format; a verifier makes one of what it received.
public struct QueriedCredential: Sendable {
    /// The caller's name for the credential, unique among the credentials of a match. It is not compared with anything in the query.
    public let reference: String
    /// Compared with the query's `format`.
    public let format: QueriedFormat
    /// SD-JWT: the `vct`, then the types it extends, nearest first. mdoc: the document type.
    public let types: [String]
    /// The KeyIdentifiers of the AuthorityKeyIdentifier extensions in the credential's certificates (RFC 5280 §4.2.1.1).
    public let authorityKeys: [[UInt8]]
    /// SD-JWT: the processed payload. mdoc: name space → element identifier → value as JSON.
    ///
    /// An element without a form in JSON is given as null: it can be asked for, and no value in a query equals it.
    public let claims: JSONObject
    /// Names of claims for the wallet's own use, such as `recovery_code`. A path that leads to one, at the top of an SD-JWT or as an mdoc's
    /// name space or element, finds nothing.
    public let withheld: Set<String>

    /// A credential to match.
    public init(
        reference: String, format: QueriedFormat, types: [String], authorityKeys: [[UInt8]], claims: JSONObject, withheld: Set<String>
    ) {
        self.reference = reference
        self.format = format
        self.types = types
        self.authorityKeys = authorityKeys
        self.claims = claims
        self.withheld = withheld
    }
}
