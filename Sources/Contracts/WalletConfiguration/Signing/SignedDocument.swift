// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import JOSE

/// What a kind of document holds. Each kind has a `typ` of its own, and none is accepted where another is expected (RFC 8725 §3.11).
package protocol DocumentContents: Sendable, Hashable {
    /// The header's `typ`.
    static var type: String { get }
    /// The most bytes of a whole token of this kind.
    static var maximumTokenBytes: Int { get }
    /// The contents as they are signed, every member written out.
    var json: JSONObject { get }
    /// Reads the contents.
    ///
    /// - Throws: `UnacceptableContents` with everything that is wrong: members that are missing, unknown or outside their limits.
    init(json: JSONObject) throws(UnacceptableContents)
}

/// A document that a pinned key signed, with the token that proves it.
///
/// A compact JWS, ES256, header `alg`, `typ`, `kid`; payload `version`, `iat`, `exp`, `env`, `contents` and nothing else.
package struct SignedDocument<Contents: DocumentContents>: Sendable, Hashable {
    /// The token as it was received: what is kept and served.
    package let token: String
    /// Which key signed it.
    package let keyID: String
    /// Version, times and environment.
    package let claims: DocumentClaims
    /// What it says.
    package let contents: Contents

    /// Verifies a token for use at an instant.
    ///
    /// - Parameters:
    ///   - token: a compact JWS.
    ///   - trust: the keys and the environment that are accepted.
    ///   - now: seconds since 1970. `iat` may be `DocumentClaims.leeway` ahead of it; from `exp` on the document is expired.
    /// - Throws: `DocumentRefusal`; time is judged before the contents are read.
    package init(verifying token: String, trusting trust: DocumentTrust, at now: Int64) throws(DocumentRefusal) {
        try self.init(token, trust) { claims throws(DocumentRefusal) in try claims.check(at: now) }
    }

    /// Verifies a token and does not judge its times: for one that was accepted before and is read again (`DocumentClaims.check(at:)`).
    ///
    /// - Throws: `DocumentRefusal`, never with `expired` or `notYetValid`.
    package init(verifying token: String, trusting trust: DocumentTrust) throws(DocumentRefusal) {
        try self.init(token, trust) { _ throws(DocumentRefusal) in }
    }

    /// Signs contents.
    ///
    /// - Parameters:
    ///   - keyID: the name under which verifiers have pinned the key.
    ///   - key: the signing key.
    /// - Throws: `DocumentRefusal` when verifiers would refuse the result: a `malformed` key id, `unacceptableContents`, `tooLong`; or
    ///   what the signing library throws.
    package init(
        signing contents: Contents, claims: DocumentClaims, keyID: String, key: P256.Signing.PrivateKey
    ) throws {
        guard KeyID.isAcceptable(keyID) else { throw DocumentRefusal(.malformed, "the key id is not 1 to 64 visible ASCII characters") }
        let header = JWTHeader(type: Contents.type, keyID: keyID).json
        let jws = try CompactJWS.sign(header: header, payload: claims.payload(with: contents.json), with: key)
        let trust = DocumentTrust(environment: claims.environment, keys: [keyID: JWK(key.publicKey)])
        try self.init(verifying: jws.serialized, trusting: trust)
    }

    private init(
        _ token: String, _ trust: DocumentTrust, checkTimes: (DocumentClaims) throws(DocumentRefusal) -> Void
    ) throws(DocumentRefusal) {
        guard token.utf8.count <= Contents.maximumTokenBytes else { throw DocumentRefusal(.tooLong, "more bytes than a token may have") }
        let jws: CompactJWS
        let header: JWTHeader
        do throws(JOSEError) {
            jws = try CompactJWS(parsing: token, maximumBytes: Contents.maximumTokenBytes)
            header = try JWTHeader(jws.header)
        } catch {
            throw DocumentRefusal(.malformed, error.reason)
        }
        guard header.type == Contents.type else { throw DocumentRefusal(.otherKind, "a token of another kind") }
        guard let keyID = header.keyID, let key = trust.keys[keyID] else {
            throw DocumentRefusal(.unknownKey, "signed with a key that is not pinned")
        }
        guard jws.isSigned(by: key.publicKey) else { throw DocumentRefusal(.wrongSigner, "the key that it names did not sign it") }
        let (claims, contents) = try DocumentClaims.read(jws.payload)
        guard claims.environment == trust.environment else {
            throw DocumentRefusal(.wrongEnvironment, "signed for another environment")
        }
        try checkTimes(claims)
        do throws(UnacceptableContents) {
            self.contents = try Contents(json: contents)
        } catch {
            throw DocumentRefusal(error)
        }
        self.token = token
        self.keyID = keyID
        self.claims = claims
    }
}

extension SignedDocument {
    /// Counts up with every edition.
    package var version: Int64 { claims.version }
}

/// A configuration as the server serves it.
package typealias SignedConfiguration = SignedDocument<ConfigurationDocument>
/// An update policy as the server serves it.
package typealias SignedUpdatePolicy = SignedDocument<UpdatePolicy>
