// SPDX-License-Identifier: EUPL-1.2

public import DCQL
public import JOSE
package import JSON
public import OAuthMessages

/// A verifier's request, from a request object that keeps every rule (OpenID4VP 1.0 §5, HAIP 1.0 §5).
public struct PresentationRequest: Sendable, Hashable {
    /// `client_id`.
    public let clientID: ClientIdentifier
    /// `response_uri`, at a host of the verifier's.
    public let responseURI: HTTPSURL
    /// `nonce`.
    public let nonce: String
    /// `state`, which comes back with the answer.
    public let state: String?
    /// `dcql_query`.
    public let query: DCQLQuery
    /// `client_metadata`.
    public let metadata: ClientMetadata
    /// `verifier_info`; not verified.
    public let attachments: [VerifierAttachment]
    /// `exp` in seconds since 1970.
    public let expiresAt: Int64?
    /// The key to which the answer is encrypted.
    public let encryptionKey: EncryptionKey
    /// The method with which the answer is encrypted.
    public let encryptionMethod: ContentEncryption

    /// Reads the claims of a request whose signature by `identity` has been verified.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - walletNonce: the `wallet_nonce` that was sent; nil if none was.
    /// - Throws: ``RequestRefusal`` for the first rule that is broken, in the order of ``RequestRefusal/Reason``.
    package init(claims: JSONObject, now: Int64, identity: VerifierIdentity, walletNonce: String?) throws(RequestRefusal) {
        let read = RequestClaims(object: claims)
        (clientID, responseURI) = try Self.addresses(claims, identity)
        try read.checkAudience()
        if let walletNonce { try read.demand("wallet_nonce", walletNonce, or: .walletNonce) }
        expiresAt = try read.checkTimes(now: now)
        // A second way to answer, which direct_post excludes (§8.2).
        guard !read.has("redirect_uri") else { throw RequestRefusal(.redirectURI) }
        try read.demand("response_mode", "direct_post.jwt", or: .responseMode)
        nonce = try read.nonce()
        state = try read.state()
        try read.demand("response_type", "vp_token", or: .responseType)
        let query = try Self.query(in: claims)
        guard !read.has("transaction_data") else { throw RequestRefusal(.transactionData) }
        metadata = try ClientMetadata(claims["client_metadata"])
        guard let key = metadata.key else { throw RequestRefusal(.encryptionKey) }
        guard let method = metadata.method else { throw RequestRefusal(.encryptionMethod) }
        encryptionKey = key
        encryptionMethod = method
        self.query = try Self.read(query)
        try Self.check(self.query, state: state, metadata)
        attachments = VerifierAttachment.read(claims["verifier_info"])
    }

    /// Reads `client_id` and `response_uri`, and checks that both are the verifier's.
    static func addresses(
        _ claims: JSONObject, _ identity: VerifierIdentity
    ) throws(RequestRefusal) -> (clientID: ClientIdentifier, responseURI: HTTPSURL) {
        guard case .string(let client)? = claims["client_id"] else { throw RequestRefusal(.clientIDPrefix) }
        let clientID = try ClientIdentifier(client)
        try clientID.check(identity)
        guard case .string(let address)? = claims["response_uri"], let responseURI = HTTPSURL(address) else {
            throw RequestRefusal(.responseURI)
        }
        guard clientID.mayReceive(at: responseURI.host, identity) else { throw RequestRefusal(.responseURIHost) }
        return (clientID, responseURI)
    }

    /// The value of `dcql_query`, which must be the only query.
    private static func query(in claims: JSONObject) throws(RequestRefusal) -> JSONValue {
        switch (claims["dcql_query"], claims.has("scope")) {
        case (let query?, false): return query
        case (_?, true): throw RequestRefusal(.queryAndScope)
        case (nil, true): throw RequestRefusal(.scope)
        case (nil, false):
            let isOld = claims.has("presentation_definition") || claims.has("presentation_definition_uri")
            throw RequestRefusal(isOld ? .oldQuery : .noQuery)
        }
    }

    private static func read(_ query: JSONValue) throws(RequestRefusal) -> DCQLQuery {
        do throws(DCQLFault) {
            return try DCQLQuery(query)
        } catch {
            throw RequestRefusal(error.reason == .tooLarge ? .queryTooLarge : .queryMalformed, member: error.member)
        }
    }

    /// Checks what the query demands of the rest of the request.
    private static func check(_ query: DCQLQuery, state: String?, _ metadata: ClientMetadata) throws(RequestRefusal) {
        // Without holder binding, only the state ties the answer to the request (§5.3).
        guard state != nil || query.credentials.allSatisfy(\.requiresHolderBinding) else { throw RequestRefusal(.state) }
        guard query.credentials.contains(where: { metadata.supports($0.format) }) else { throw RequestRefusal(.formats) }
    }
}
