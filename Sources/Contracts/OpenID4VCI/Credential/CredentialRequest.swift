// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// What a wallet asks a credential issuer for (OpenID4VCI §8.2): one kind of credential, with a proof for each key.
package struct CredentialRequest: Sendable, Hashable {
    /// Which credential.
    package enum Subject: Sendable, Hashable, Codable {
        /// `credential_configuration_id`.
        case configuration(String)
        /// `credential_identifier`, one of those that came with the access token.
        case dataSet(String)
    }

    /// The most bytes that a request may have.
    package static let maximumBytes = 1024 * 1024
    /// The most proofs that are read, whatever the metadata says.
    package static let maximumProofs = 128

    /// Which credential.
    package let subject: Subject
    /// `proofs.jwt`; empty without proofs.
    package let proofs: [String]

    /// A request.
    package init(subject: Subject, proofs: [String]) {
        self.subject = subject
        self.proofs = proofs
    }

    /// The request that a body holds. Unknown members are let be.
    ///
    /// - Throws: ``EndpointError`` with the code to answer with.
    package init(parsing body: [UInt8]) throws(EndpointError) {
        let object: JSONObject
        do throws(JSONError) {
            object = try JSONObject(parsing: body, limits: JSONLimits(maximumBytes: Self.maximumBytes))
        } catch {
            throw EndpointError(.invalidCredentialRequest, error.reason)
        }
        let members = Members(object)
        // Encryption is not spoken here; to answer in clear to somebody who asked for it would be wrong.
        guard !members.has("credential_response_encryption") else {
            throw EndpointError(.invalidEncryptionParameters, "encryption is not supported")
        }
        do throws(MalformedMessage) {
            switch (
                try members.optionalToken("credential_configuration_id", maximum: 512),
                try members.optionalToken("credential_identifier", maximum: 512)
            ) {
            case (let identifier?, nil): subject = .configuration(identifier)
            case (nil, let identifier?): subject = .dataSet(identifier)
            default: throw MalformedMessage("not exactly one of credential_configuration_id and credential_identifier")
            }
        } catch {
            throw EndpointError(.invalidCredentialRequest, error.reason)
        }
        do throws(MalformedMessage) {
            // `proof` is a draft's; who sends it means something that is not done.
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

    /// The body to send.
    package var body: [UInt8] {
        var object: JSONObject =
            switch subject {
            case .configuration(let identifier): ["credential_configuration_id": .string(identifier)]
            case .dataSet(let identifier): ["credential_identifier": .string(identifier)]
            }
        if !proofs.isEmpty { object.append("proofs", ["jwt": .texts(proofs)]) }
        return object.encode()
    }
}
