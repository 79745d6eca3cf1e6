// SPDX-License-Identifier: EUPL-1.2

package import Crypto
import JOSE
package import JSON

/// The contents of a kind of document. Each kind has its own `typ` and is accepted only where that kind is expected (RFC 8725 §3.11).
package protocol DocumentContents: Sendable, Hashable {
    /// The header's `typ`.
    static var type: String { get }
    /// Maximum size of a token of this kind in bytes.
    static var maximumTokenBytes: Int { get }
    /// The contents for signing, with every member written out.
    var json: JSONObject { get }
    /// Reads the contents.
    ///
    /// - Throws: `UnacceptableContents` with every problem: members that are missing, unknown or outside their limits.
    init(json: JSONObject) throws(UnacceptableContents)
}

/// A document signed by a pinned key, together with its token.
///
/// A compact JWS with ES256: header `alg`, `typ`, `kid`; payload exactly `version`, `iat`, `exp`, `env`, `contents`.
package struct SignedDocument<Contents: DocumentContents>: Sendable, Hashable {
    /// The token as received, for storing and serving.
    package let token: String
    package let keyID: String
    package let claims: DocumentClaims
    package let contents: Contents

    /// Verifies a token for use at an instant.
    ///
    /// - Parameters:
    ///   - token: a compact JWS.
    ///   - trust: the accepted keys and environment.
    ///   - now: seconds since 1970. `iat` may be `DocumentClaims.leeway` ahead; the document is expired from `exp` on.
    /// - Throws: `DocumentRefusal`; times are checked before the contents are read.
    package init(verifying token: String, trusting trust: DocumentTrust, at now: Int64) throws(DocumentRefusal) {
        try self.init(token, trust) { claims throws(DocumentRefusal) in try claims.check(at: now) }
    }

    /// Verifies a token without checking its times, for a token that has been accepted before. See `DocumentClaims.check(at:)`.
    ///
    /// - Throws: `DocumentRefusal`, never with `expired` or `notYetValid`.
    package init(verifying token: String, trusting trust: DocumentTrust) throws(DocumentRefusal) {
        try self.init(token, trust) { _ throws(DocumentRefusal) in }
    }

    /// Signs contents.
    ///
    /// - Parameters:
    ///   - keyID: the id under which verifiers have pinned the key.
    ///   - key: the signing key.
    /// - Throws: `DocumentRefusal` if verifiers would refuse the result: `malformed` for the key id, `unacceptableContents`, `tooLong`; or
    ///   `JOSEError` if the key does not sign.
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
    /// The document's version, increasing with each edition.
    package var version: Int64 { claims.version }
}

/// A signed configuration, as served.
package typealias SignedConfiguration = SignedDocument<ConfigurationDocument>
/// A signed update policy, as served.
package typealias SignedUpdatePolicy = SignedDocument<UpdatePolicy>
