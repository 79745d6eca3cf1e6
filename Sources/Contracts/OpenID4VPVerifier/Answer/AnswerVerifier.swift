// SPDX-License-Identifier: EUPL-1.2

import DCQL
public import Foundation
public import JOSE
import JSON
public import MDoc
import OAuthMessages
public import OpenID4VP
import SDJWT
public import X509

/// A verifier of wallets' answers: encryption, request, query, and every presentation (OpenID4VP 1.0 §8, HAIP 1.0 §5 and §6).
///
/// It keeps no state and fetches nothing. The caller accepts one answer for a request, and checks the status of each credential.
public struct AnswerVerifier: Sendable {
    let sdJWT: SDJWTVerifier
    let mdoc: MDocVerifier
    let maximumAge: Int64

    /// A verifier that trusts these issuers.
    ///
    /// - Parameters:
    ///   - sdJWTRoots: the roots of issuers of SD-JWTs.
    ///   - mdocRoots: the roots of issuers of mdocs.
    ///   - mdocProfile: the requirements on certificates of document signers.
    ///   - leeway: allowed clock difference in seconds, at least 0; applies to every time.
    ///   - maximumAge: maximum age of a key binding in seconds; the leeway is added.
    public init(
        sdJWTRoots: [Certificate], mdocRoots: [Certificate], mdocProfile: DocumentSignerProfile, leeway: Int64 = 5, maximumAge: Int64 = 900
    ) {
        sdJWT = SDJWTVerifier(
            trust: .certificates(roots: sdJWTRoots), kind: .credential(types: []), requiresExpiry: false, leeway: leeway)
        mdoc = MDocVerifier(trust: .certificates(roots: mdocRoots, profile: mdocProfile), docTypes: [], leeway: leeway)
        self.maximumAge = maximumAge
    }

    /// Reads a posted form. A compressed answer is refused before anything is decrypted.
    ///
    /// - Throws: ``AnswerRefusal`` with `tooLarge`, `form` or `compressed`.
    public static func read(_ body: [UInt8]) throws(AnswerRefusal) -> AnswerForm.Received {
        guard body.count <= AnswerForm.maximumBytes else { throw AnswerRefusal(.tooLarge, member: "response") }
        do throws(MalformedMessage) {
            return try AnswerForm.read(body)
        } catch {
            throw refusal(of: body)
        }
    }

    /// Verifies an encrypted answer.
    ///
    /// - Parameters:
    ///   - jwe: the answer; see ``read(_:)``.
    ///   - expected: the request.
    ///   - now: the time at which certificates and credentials must be valid.
    /// - Throws: ``AnswerRefusal``. The checks run in this order: key, decryption, payload, `state`, which queries are answered; then for
    ///   each presentation its format, issuer, validity and holder, and that it has what its query asks for and nothing more.
    public func verify(
        _ jwe: CompactJWE, _ expected: ExpectedAnswer, at now: Date
    ) async throws(AnswerRefusal) -> VerifiedAnswer {
        // An id is only compared; the key decides.
        guard expected.encryptionKey.keyID == nil || expected.encryptionKey.keyID == jwe.keyID, let key = expected.key else {
            throw AnswerRefusal(.otherKey, member: "response")
        }
        let payload: [UInt8]
        do throws(JOSEError) {
            payload = try jwe.open(with: key)
        } catch {
            throw AnswerRefusal(.notDecrypted, member: "response", detail: error.code.rawValue)
        }
        let token: VPToken
        do throws(MalformedMessage) {
            token = try VPToken(parsing: payload)
        } catch {
            throw AnswerRefusal(Self.isEmptyToken(payload) ? .emptyToken : .payload, member: "vp_token")
        }
        return try await verify(token, expected, hasPartyInfo: jwe.header.has("apu"), at: now)
    }

    /// Verifies the contents of an answer that was decrypted earlier, for example when evidence is checked.
    ///
    /// - Parameters:
    ///   - token: the contents.
    ///   - expected: the request.
    ///   - now: the time at which certificates and credentials must be valid; of evidence, when the answer was received.
    /// - Throws: ``AnswerRefusal``, as for an encrypted answer from `state` on.
    public func verify(_ token: VPToken, _ expected: ExpectedAnswer, at now: Date) async throws(AnswerRefusal) -> VerifiedAnswer {
        try await verify(token, expected, hasPartyInfo: false, at: now)
    }

    private func verify(
        _ token: VPToken, _ expected: ExpectedAnswer, hasPartyInfo: Bool, at now: Date
    ) async throws(AnswerRefusal) -> VerifiedAnswer {
        guard let state = token.state, state.isExactly(expected.state) else { throw AnswerRefusal(.state, member: "state") }
        try AnsweredQueries(token, expected.query).check()
        var credentials: [VerifiedCredential] = []
        for entry in token.entries {
            for query in expected.query.credentials where query.id == entry.id {
                var signed: Set<[UInt8]> = []
                for (index, text) in entry.texts.enumerated() {
                    let check = PresentationCheck(
                        verifier: self, expected: expected, query: query, member: "vp_token.\(query.id)[\(index)]",
                        hasPartyInfo: hasPartyInfo, now: now)
                    let found = try await check.credential(in: text)
                    guard signed.insert(found.signed).inserted else { throw check.refusal(.tooMany) }
                    credentials.append(found.credential)
                }
            }
        }
        return VerifiedAnswer(credentials: credentials, token: token)
    }

    /// The refusal of a form that cannot be read.
    private static func refusal(of body: [UInt8]) -> AnswerRefusal {
        guard let form = try? FormParameters(parsing: body, maximumBytes: AnswerForm.maximumBytes), let text = form["response"] else {
            return AnswerRefusal(.form, member: "response")
        }
        do throws(JOSEError) {
            _ = try CompactJWE(parsing: text)
            return AnswerRefusal(.form, member: "response")
        } catch {
            return AnswerRefusal(error.code == .compressed ? .compressed : .form, member: "response", detail: error.code.rawValue)
        }
    }

    /// True if a payload that is no token has an empty one, or an empty list in it.
    private static func isEmptyToken(_ payload: [UInt8]) -> Bool {
        guard let object = try? JSONObject(parsing: payload, limits: JSONLimits(maximumBytes: CompactJWE.maximumBytes)),
            case .object(let token)? = object["vp_token"]
        else { return false }
        return token.isEmpty || token.members.contains { $0.value == .array([]) }
    }
}
