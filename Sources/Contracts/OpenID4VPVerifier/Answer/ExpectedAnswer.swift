// SPDX-License-Identifier: EUPL-1.2

public import DCQL
public import JOSE

/// The request that an answer must belong to, as the verifier keeps it.
///
/// The verifier ensures that a request is answered once: nothing here remembers answers.
public struct ExpectedAnswer: Sendable {
    /// `client_id` of the request, with its prefix.
    public let clientID: String
    /// `nonce` of the request.
    public let nonce: String
    /// `state` of the request.
    public let state: String
    /// `response_uri` of the request.
    public let responseURI: String
    /// The key to which the answer is encrypted.
    public let encryptionKey: EncryptionKey
    /// The private half of ``encryptionKey``; nil if the answer was decrypted earlier.
    public let key: EncryptionPrivateKey?
    /// `dcql_query` of the request.
    public let query: DCQLQuery
    /// For types of SD-JWTs (`vct`) the types that they extend, nearest first.
    public let types: [String: [String]]

    /// The values of a request whose answer is encrypted.
    public init(
        clientID: String, nonce: String, state: String, responseURI: String, key: EncryptionPrivateKey, query: DCQLQuery,
        types: [String: [String]]
    ) {
        self.clientID = clientID
        self.nonce = nonce
        self.state = state
        self.responseURI = responseURI
        encryptionKey = key.publicKey
        self.key = key
        self.query = query
        self.types = types
    }

    /// The values of a request whose answer was decrypted earlier, when the private key is gone.
    public init(
        clientID: String, nonce: String, state: String, responseURI: String, encryptionKey: EncryptionKey, query: DCQLQuery,
        types: [String: [String]]
    ) {
        self.clientID = clientID
        self.nonce = nonce
        self.state = state
        self.responseURI = responseURI
        self.encryptionKey = encryptionKey
        key = nil
        self.query = query
        self.types = types
    }
}
