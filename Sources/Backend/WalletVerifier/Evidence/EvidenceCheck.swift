// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import JSON
package import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import SwiftASN1
package import X509

/// The check of evidence without a network: every signature, binding and claim as of the time at which the answer was received.
///
/// Roots are the checker's own; a file cannot add any. Statuses are those that the verifier found and signed: no list of that time is
/// needed.
package struct EvidenceCheck: Sendable {
    let accessRoots: [Certificate]
    let sdJWTRoots: [Certificate]
    let mdocRoots: [Certificate]
    let mdocProfile: DocumentSignerProfile

    /// A check with these roots of access certificates and of issuers.
    package init(accessRoots: [Certificate], sdJWTRoots: [Certificate], mdocRoots: [Certificate], mdocProfile: DocumentSignerProfile) {
        self.accessRoots = accessRoots
        self.sdJWTRoots = sdJWTRoots
        self.mdocRoots = mdocRoots
        self.mdocProfile = mdocProfile
    }

    /// Checks a file.
    package func verdict(on file: [UInt8]) async -> EvidenceVerdict {
        var lines: [EvidenceVerdict.Line] = []
        func note(_ name: String, _ isGood: Bool, _ detail: String) {
            lines.append(EvidenceVerdict.Line(name: name, isGood: isGood, detail: detail))
        }
        let jws: CompactJWS
        let evidence: Evidence
        do throws(MalformedMessage) {
            (jws, evidence) = try Evidence.read(file)
        } catch {
            note("file", false, "malformed")
            return EvidenceVerdict(lines: lines)
        }
        note("file", true, "version 1")
        let time = Date(timeIntervalSince1970: TimeInterval(evidence.receivedAt))
        let request: PresentationRequest
        do throws(RequestRefusal) {
            let asked = try await self.request(in: evidence, at: time)
            note("request", true, asked.identity.identifier ?? asked.request.clientID.text)
            request = asked.request
            guard jws.isSigned(by: asked.identity) else {
                note("signature", false, "not by the party's key")
                return EvidenceVerdict(lines: lines)
            }
        } catch {
            note("request", false, error.description)
            return EvidenceVerdict(lines: lines)
        }
        note("signature", true, "by the party's key")
        note("times", true, "received at \(evidence.receivedAt)")
        let isComplete = evidence.names(sdJWTRoots, mdocRoots)
        note("roots", isComplete, isComplete ? "those of the verifier" : "none of those that the verifier trusted")
        guard isComplete else { return EvidenceVerdict(lines: lines) }
        do throws(AnswerRefusal) {
            let answer = try await verifier(for: evidence).verify(evidence.token, evidence.expected(by: request), at: time)
            note("presentations", true, "\(answer.credentials.count)")
            guard evidence.statuses.count == answer.credentials.count else {
                note("statuses", false, "not one for each credential")
                return EvidenceVerdict(lines: lines)
            }
            for (credential, status) in zip(answer.credentials, evidence.statuses) {
                let issuer = credential.issuerName ?? "issuer without a name"
                note("credential \(credential.queryID)", true, "\(credential.type), \(issuer), status \(status)")
            }
        } catch {
            note("presentations", false, error.description)
        }
        return EvidenceVerdict(lines: lines)
    }

    /// Reads and verifies the request.
    private func request(
        in evidence: Evidence, at time: Date
    ) async throws(RequestRefusal) -> (request: PresentationRequest, identity: VerifierIdentity) {
        let signed = try SignedRequest(parsing: Array(evidence.request.utf8))
        return try await signed.verified(
            roots: accessRoots, clientID: try signed.statedClientID, walletNonce: evidence.walletNonce, at: time)
    }

    /// Trusts those of the checker's roots that the verifier trusted.
    private func verifier(for evidence: Evidence) -> AnswerVerifier {
        AnswerVerifier(
            sdJWTRoots: sdJWTRoots.filter { evidence.sdJWTRoots.contains(Evidence.fingerprint($0)) },
            mdocRoots: mdocRoots.filter { evidence.mdocRoots.contains(Evidence.fingerprint($0)) }, mdocProfile: mdocProfile)
    }
}

extension Evidence {
    /// True if the verifier trusted one of these roots.
    fileprivate func names(_ sdJWT: [Certificate], _ mdoc: [Certificate]) -> Bool {
        sdJWT.contains { sdJWTRoots.contains(Evidence.fingerprint($0)) } || mdoc.contains { mdocRoots.contains(Evidence.fingerprint($0)) }
    }

    /// The request's values that the answer must belong to.
    fileprivate func expected(by request: PresentationRequest) -> ExpectedAnswer {
        ExpectedAnswer(
            clientID: request.clientID.text, nonce: request.nonce, state: request.state ?? "", responseURI: request.responseURI.text,
            encryptionKey: request.encryptionKey, query: request.query, types: types)
    }
}

extension SignedRequest {
    /// `client_id` in the claims, before anything has been verified.
    fileprivate var statedClientID: ClientIdentifier {
        get throws(RequestRefusal) {
            guard let jws = try? CompactJWS(parsing: text, maximumBytes: Self.maximumBytes),
                let claims = try? JSONObject(parsing: jws.payload), case .string(let client)? = claims["client_id"]
            else { throw RequestRefusal(.clientIDPrefix) }
            return try ClientIdentifier(client)
        }
    }
}

extension CompactJWS {
    /// True if the key of a verifier's access certificate has signed.
    fileprivate func isSigned(by identity: VerifierIdentity) -> Bool {
        guard let certificate = try? Certificate(derEncoded: identity.certificate),
            let key = P256.Signing.PublicKey(certificate.publicKey)
        else { return false }
        return isSigned(by: key)
    }
}
