// SPDX-License-Identifier: EUPL-1.2

import Foundation
public import JOSE
import JSON
public import SDJWT
public import StatusList

/// A wallet provider's attestation of the keys to which credentials are bound (OpenID4VCI appendix D.1).
public struct KeyAttestation: Sendable, Hashable {
    /// `typ`.
    public static let type = "key-attestation+jwt"
    /// Maximum number of keys in an attestation.
    public static let maximumCount = 128

    /// `attested_keys`: 1 to ``maximumCount`` different keys.
    public let keys: [JWK]
    /// `iat`, seconds since 1970.
    public let issuedAt: Int64
    /// `exp`, seconds since 1970; required with a `jwt` proof.
    public let expiresAt: Int64?
    /// `key_storage`, such as `iso_18045_high` (appendix D.2); empty if absent.
    public let keyStorage: [String]
    /// `user_authentication`; empty if absent.
    public let userAuthentication: [String]
    /// `nonce`: the issuer's nonce, if the attestation was made for one request.
    public let nonce: String?
    /// The reference to the attestation's status.
    public let status: StatusListReference?

    /// An attestation for signing; times are in seconds since 1970.
    public init(
        keys: [JWK], issuedAt: Int64, expiresAt: Int64?, keyStorage: [String] = [], userAuthentication: [String] = [], nonce: String? = nil,
        status: StatusListReference? = nil
    ) {
        self.keys = keys
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.keyStorage = keyStorage
        self.userAuthentication = userAuthentication
        self.nonce = nonce
        self.status = status
    }

    /// The attestation for signing; see ``WalletAttestation/unsigned(certificates:keyID:)``.
    public func unsigned(certificates: [[UInt8]] = [], keyID: String? = nil) -> UnsignedJWT {
        var header = JWTHeader(type: Self.type, keyID: keyID).json
        if !certificates.isEmpty { header.append("x5c", X5C.encode(certificates)) }
        var claims: JSONObject = ["iat": .integer(issuedAt)]
        claims.append("exp", ifAny: expiresAt.map(JSONValue.integer))
        claims.append("attested_keys", .array(keys.map { .object($0.json) }))
        if !keyStorage.isEmpty { claims.append("key_storage", .texts(keyStorage)) }
        if !userAuthentication.isEmpty { claims.append("user_authentication", .texts(userAuthentication)) }
        claims.append("nonce", ifAny: nonce.map(JSONValue.string))
        claims.append("status", ifAny: (status?.status).map(JSONValue.object))
        return UnsignedJWT(header: header, claims: claims)
    }

    /// Verifies the attestation of a `jwt` proof: signed by a trusted signer and valid now.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - leeway: allowed clock difference in seconds.
    /// - Throws: ``TokenFault``.
    public init(verifying text: String, trust: IssuerTrust, now: Int64, leeway: Int64) async throws(TokenFault) {
        let jwt = try ReceivedJWT(parsing: text, type: Self.type, maximumBytes: ReceivedKeyProof.maximumBytes)
        do throws(SDJWTRejection) {
            _ = try await trust.signer(of: jwt.jws, type: Self.type, at: Date(timeIntervalSince1970: Double(now)))
        } catch {
            throw error.reason == .header ? .header : .untrusted
        }
        var keys: [JWK] = []
        let values = try jwt.read { (members) throws(MalformedMessage) in
            try members.optionalArray("attested_keys", maximum: Self.maximumCount)
        }
        for value in values ?? [] {
            guard let key = JWK(received: value), !keys.contains(key) else { throw .key }
            keys.append(key)
        }
        self = try jwt.read { (members) throws(MalformedMessage) in try Self(members, keys) }
        guard issuedAt <= now + leeway else { throw .time }
        guard let expiresAt else { throw .claims }
        guard expiresAt > now - leeway else { throw .expired }
    }

    private init(_ members: Members, _ keys: [JWK]) throws(MalformedMessage) {
        guard !keys.isEmpty else { throw MalformedMessage("no member attested_keys") }
        self.keys = keys
        issuedAt = try members.time("iat")
        expiresAt = try members.optionalTime("exp")
        keyStorage = try members.optionalTexts("key_storage") ?? []
        userAuthentication = try members.optionalTexts("user_authentication") ?? []
        nonce = try members.optionalToken("nonce", maximum: Members.maximumNonceBytes)
        do throws(StatusListRejection) {
            status = if let value = members.object["status"] { try StatusListReference(status: value) } else { nil }
        } catch {
            throw MalformedMessage("status is not a reference")
        }
    }

    /// True if the attestation meets an issuer's requirement: at least one value of each non-empty list.
    public func meets(_ requirement: KeyAttestationRequirement) -> Bool {
        func meets(_ wanted: [String], _ said: [String]) -> Bool {
            wanted.isEmpty || wanted.contains { wanted in said.contains { $0.isExactly(wanted) } }
        }
        return meets(requirement.keyStorage, keyStorage) && meets(requirement.userAuthentication, userAuthentication)
    }
}
