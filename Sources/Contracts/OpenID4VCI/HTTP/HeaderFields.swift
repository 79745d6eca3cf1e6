// SPDX-License-Identifier: EUPL-1.2

/// Fields of a request's or an answer's header. Names are compared without regard to case (RFC 9110 §5.1).
package struct HeaderFields: Sendable, Hashable {
    /// A field.
    package struct Field: Sendable, Hashable {
        /// The name as it was written.
        package let name: String
        /// The value without spaces around it.
        package let value: String

        /// A field.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in their order.
    package private(set) var fields: [Field]

    /// These fields.
    package init(_ fields: [Field] = []) { self.fields = fields }

    /// Adds a field.
    package mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

    /// All values of the fields of that name.
    package func values(_ name: String) -> [String] {
        let name = name.lowercased()
        return fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The value of the one field of that name, nil without one.
    ///
    /// - Throws: ``MalformedMessage`` for several.
    package func single(_ name: String) throws(MalformedMessage) -> String? {
        let values = values(name)
        guard values.count <= 1 else { throw MalformedMessage("header field \(name) twice") }
        return values.first
    }
}

/// The names of the fields that this protocol uses.
enum FieldName {
    static let accept = "Accept"
    static let authenticate = "WWW-Authenticate"
    static let authorization = "Authorization"
    static let cacheControl = "Cache-Control"
    static let contentType = "Content-Type"
    static let dpop = "DPoP"
    static let dpopNonce = "DPoP-Nonce"
    static let attestation = "OAuth-Client-Attestation"
    static let attestationProof = "OAuth-Client-Attestation-PoP"
    static let attestationChallenge = "OAuth-Client-Attestation-Challenge"
}
