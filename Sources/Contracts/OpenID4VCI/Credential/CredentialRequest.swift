// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A wallet's credential request (OpenID4VCI §8.2): one kind of credential, with a proof for each key.
public struct CredentialRequest: Sendable, Hashable {
    /// The requested credential. The cases are complete.
    public enum Subject: Sendable, Hashable, Codable {
        /// `credential_configuration_id`.
        case configuration(String)
        /// `credential_identifier`, one of the identifiers in the token response.
        case dataSet(String)

        private enum CodingKeys: String, CodingKey { case configuration, dataSet }
    }

    /// Maximum size of a request in bytes.
    public static let maximumBytes = 1024 * 1024
    /// Maximum number of proofs, regardless of the metadata.
    public static let maximumProofs = 128

    /// The requested credential.
    public let subject: Subject
    /// `proofs.jwt`; empty without proofs.
    public let proofs: [String]

    /// A request with a proof for each key, at most ``maximumProofs``.
    public init(subject: Subject, proofs: [String]) {
        self.subject = subject
        self.proofs = proofs
    }

    /// Reads a body. Unknown members are ignored.
    ///
    /// - Throws: ``EndpointError`` with the code for the response.
    public init(parsing body: [UInt8]) throws(EndpointError) {
        let object: JSONObject
        do throws(JSONError) {
            object = try JSONObject(parsing: body, limits: JSONLimits(maximumBytes: Self.maximumBytes))
        } catch {
            throw EndpointError(.invalidCredentialRequest, error.reason)
        }
        let members = Members(object)
        // Encryption is not supported; a client that requests it must not get an unencrypted response.
        guard !members.has("credential_response_encryption") else {
            throw EndpointError(.invalidEncryptionParameters, "encryption is not supported")
        }
        do throws(MalformedMessage) {
            switch (
                try members.optionalToken("credential_configuration_id", maximum: Members.maximumIdentifierBytes),
                try members.optionalToken("credential_identifier", maximum: Members.maximumIdentifierBytes)
            ) {
            case (let identifier?, nil): subject = .configuration(identifier)
            case (nil, let identifier?): subject = .dataSet(identifier)
            default: throw MalformedMessage("not exactly one of credential_configuration_id and credential_identifier")
            }
        } catch {
            throw EndpointError(.invalidCredentialRequest, error.reason)
        }
        do throws(MalformedMessage) {
            // `proof` is from a draft of the standard and not supported.
            guard !members.has("proof") else { throw MalformedMessage("proof in place of proofs") }
            guard let kinds = try members.optionalMembers("proofs") else {
                proofs = []
                return
            }
            guard kinds.object.count == 1, let values = try kinds.optionalArray("jwt", maximum: Self.maximumProofs) else {
                throw MalformedMessage("proofs is not exactly an array jwt")
            }
            var proofs: [String] = []
            for value in values {
                guard case .string(let text) = value, text.utf8.count <= ReceivedKeyProof.maximumBytes else {
                    throw MalformedMessage("a proof that is no text")
                }
                proofs.append(text)
            }
            self.proofs = proofs
        } catch {
            throw EndpointError(.invalidProof, error.reason)
        }
    }

    /// The encoded request.
    public var body: [UInt8] {
        var object: JSONObject =
            switch subject {
            case .configuration(let identifier): ["credential_configuration_id": .string(identifier)]
            case .dataSet(let identifier): ["credential_identifier": .string(identifier)]
            }
        if !proofs.isEmpty { object.append("proofs", ["jwt": .texts(proofs)]) }
        return object.encode()
    }
}
