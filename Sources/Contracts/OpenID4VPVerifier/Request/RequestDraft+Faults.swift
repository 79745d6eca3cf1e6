// SPDX-License-Identifier: EUPL-1.2

import CertificateChain
import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import RelyingPartyRegistration
import StatusList
import SwiftASN1
import X509

extension RequestDraft {
    /// The reasons why a wallet would refuse this request, or warn its user: the wallet's own parser reads it, and the registration is
    /// compared with the query. Empty for a request without faults.
    ///
    /// Not checked, because it takes the wallet's roots: whether the last certificate leads to a root for access certificates, and the
    /// registrar's to one for registrars. Nor is the status of the registration.
    ///
    /// - Parameter now: seconds since 1970.
    public func faults(now: Int64) async -> [RequestFault] {
        let identity: VerifierIdentity
        do throws(RequestRefusal) {
            identity = try await self.identity(at: Date(timeIntervalSince1970: TimeInterval(now)))
        } catch {
            return [RequestFault(error)]
        }
        var faults: [RequestFault] = []
        do throws(RequestRefusal) {
            try read(as: identity, now: now)
        } catch {
            faults.append(RequestFault(error))
        }
        return faults + registrationFaults(identity, now: now)
    }

    /// Reads the party's identity from its access certificate.
    private func identity(at now: Date) async throws(RequestRefusal) -> VerifierIdentity {
        let read = certificates.compactMap { try? Certificate(derEncoded: $0) }
        guard let own = read.first, let last = read.last, read.count == certificates.count,
            read.count <= SignerCertificate.maximumCount
        else { throw RequestRefusal(.certificateChain) }
        guard !own.isSelfSigned else { throw RequestRefusal(.certificateSelfSigned) }
        if read.count > 1 {
            // The root is the wallet's. Here the chain must lead to its own last certificate, which must not be a root.
            guard !last.isSelfSigned else { throw RequestRefusal(.certificateChain) }
            return try await VerifierTrust(roots: [last]).identity(of: Array(certificates.dropLast()), at: now)
        }
        guard own.notValidBefore <= now, now <= own.notValidAfter, own.maySign, P256.Signing.PublicKey(own.publicKey) != nil,
            let identity = VerifierIdentity(own, der: certificates[0])
        else { throw RequestRefusal(.certificateChain) }
        return identity
    }

    /// Reads the request as a wallet does, but for the signature.
    private func read(as identity: VerifierIdentity, now: Int64) throws(RequestRefusal) {
        let request = self.unsigned
        guard let jws = try? request.signed(with: [UInt8](repeating: 0, count: 64)) else { throw RequestRefusal(.requestMalformed) }
        _ = try SignedRequest(parsing: Array(jws.utf8))
        _ = try PresentationRequest(claims: request.claims, now: now, identity: identity, walletNonce: walletNonce)
    }

    private func registrationFaults(_ identity: VerifierIdentity, now: Int64) -> [RequestFault] {
        guard let registration else { return [] }
        guard let jws = try? CompactJWS(parsing: registration), jws.isOfRegistrar, let claims = try? JSONObject(parsing: jws.payload),
            let certificate = try? RegistrationCertificate(claims: claims), certificate.isCurrent(claims, now: now)
        else { return [RequestFault(.registrationUnusable, member: "verifier_info")] }
        // Wallets fetch the status list.
        let status: TokenStatus? = certificate.status == nil ? nil : .valid
        let check = RegistrationCheck(roots: [], at: Date(timeIntervalSince1970: TimeInterval(now)))
        return switch check.verdict(certificate, status: status, identifier: identity.identifier, query: query) {
        case .covered: []
        case .overAsked(_, let claims): claims.map { RequestFault(.overAsking, member: place(of: $0)) }
        case .unverifiable: [RequestFault(.registrationOfOther, member: "verifier_info")]
        }
    }

    /// The place of a claim in the query, or of the type that is asked for.
    private func place(of claim: OverAskedClaim) -> String {
        guard let index = query.credentials.firstIndex(where: { $0.id == claim.queryID }) else { return "dcql_query" }
        guard let path = claim.path, let number = query.credentials[index].claims?.firstIndex(where: { $0.path == path }) else {
            return "credentials[\(index)].meta"
        }
        return "credentials[\(index)].claims[\(number)].path"
    }
}

extension Certificate {
    /// True if the certificate's own key has signed it.
    fileprivate var isSelfSigned: Bool { publicKey.isValidSignature(signature, for: self) }
}

extension CompactJWS {
    /// True if the header is that of a registration certificate, and the key of its first certificate has signed. Whether the certificate
    /// is a registrar's takes the wallet's roots.
    fileprivate var isOfRegistrar: Bool {
        guard header["typ"] == .string(RegistrationCertificate.type), header["alg"] == "ES256",
            let chain = header["x5c"].flatMap({ try? X5C.decode($0) }), let first = chain.first,
            let certificate = try? Certificate(derEncoded: first), let key = P256.Signing.PublicKey(certificate.publicKey)
        else { return false }
        return isSigned(by: key)
    }
}

extension RegistrationCertificate {
    /// True if wallets accept the times: it has begun, has an end or a status, has not ended, and is not for longer than a registrar may.
    fileprivate func isCurrent(_ claims: JSONObject, now: Int64) -> Bool {
        guard let notBefore = try? Members(claims).optionalTime("nbf") ?? 0, max(issuedAt, notBefore) <= now else { return false }
        guard let expiresAt else { return status != nil }
        return expiresAt > now && expiresAt - issuedAt <= Self.maximumAge
    }
}
