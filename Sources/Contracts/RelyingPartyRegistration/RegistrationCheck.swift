// SPDX-License-Identifier: EUPL-1.2

public import DCQL
public import Foundation
import JOSE
public import JSON
import OAuthMessages
import SDJWT
public import StatusList
public import X509

/// The checks of a registration certificate, in this order: form, signer, claims, times; status, identity, coverage.
///
/// ``read(_:)`` does the first four. The caller then fetches the status list, if the certificate has a reference, and asks for the verdict.
public struct RegistrationCheck: Sendable {
    let roots: [Certificate]
    let now: Date
    let leeway: Int64

    /// - Parameters:
    ///   - roots: the registrars' roots; nothing in a certificate adds to them. A root that also certifies verifiers must not be among
    ///     them, because its verifiers could register themselves.
    ///   - now: the time at which certificates and claims must be valid.
    ///   - leeway: allowed clock difference in seconds, at least 0.
    public init(roots: [Certificate], at now: Date, leeway: Int64 = 60) {
        self.roots = roots
        self.now = now
        self.leeway = max(0, leeway)
    }

    /// Verifies the signer and the times of the only certificate in a request.
    ///
    /// - Parameter data: `data` of the attachments of the format ``RegistrationCertificate/attachmentFormat`` without `credential_ids`.
    public func read(_ data: [JSONValue]) async -> Result<RegistrationCertificate, RegistrationFault> {
        do throws(RegistrationFault) {
            return .success(try await certificate(in: data))
        } catch {
            return .failure(error)
        }
    }

    /// The verdict on a certificate that ``read(_:)`` returned.
    ///
    /// - Parameters:
    ///   - status: the entry of the certificate's status list; nil if it has no reference, or the list is not available.
    ///   - identifier: organizationIdentifier of the access certificate that signed the request.
    ///   - query: what the request asks; all of it must be registered, also what is optional.
    public func verdict(
        _ certificate: RegistrationCertificate, status: TokenStatus?, identifier: String?, query: DCQLQuery
    ) -> RegistrationVerdict {
        if let fault = certificate.fault(of: status) { return .unverifiable(fault, certificate) }
        guard let identifier, certificate.isHeld(by: identifier) else { return .unverifiable(.identity, certificate) }
        let overAsked = certificate.overAsked(by: query)
        return overAsked.isEmpty ? .covered(certificate) : .overAsked(certificate, overAsked)
    }

    private func certificate(in data: [JSONValue]) async throws(RegistrationFault) -> RegistrationCertificate {
        guard let first = data.first else { throw .absent }
        guard data.count == 1 else { throw .several }
        guard case .string(let text) = first else { throw .malformed }
        guard text.utf8.last != UInt8(ascii: ".") else { throw .unsigned }
        guard let jws = try? CompactJWS(parsing: text) else { throw .malformed }
        do throws(SDJWTRejection) {
            _ = try await IssuerTrust.certificates(roots: roots).signer(of: jws, type: RegistrationCertificate.type, at: now)
        } catch {
            throw jws.header.has("typ") ? RegistrationFault(error.reason) : .type
        }
        guard let claims = try? JSONObject(parsing: jws.payload), let certificate = try? RegistrationCertificate(claims: claims),
            let notBefore = try? Members(claims).optionalTime("nbf") ?? 0
        else { throw .malformed }
        try check(certificate, notBefore: notBefore)
        return certificate
    }

    /// Checks the times. The signer was verified at this time, so it is in the range of an `Int64`.
    private func check(_ certificate: RegistrationCertificate, notBefore: Int64) throws(RegistrationFault) {
        let now = Int64(self.now.timeIntervalSince1970.rounded(.down))
        guard max(certificate.issuedAt, notBefore) <= now + leeway else { throw .notYetValid }
        guard let end = certificate.expiresAt else {
            guard certificate.status != nil else { throw .noEnd }
            return
        }
        guard end > now - leeway else { throw .expired }
        guard end - certificate.issuedAt <= RegistrationCertificate.maximumAge else { throw .tooLong }
    }
}

extension RegistrationFault {
    fileprivate init(_ reason: SDJWTRejection.Reason) {
        self =
            switch reason {
            case .algorithm: .algorithm
            case .type: .type
            case .certificateChain: .chain
            case .signature: .signature
            default: .malformed
            }
    }
}

extension RegistrationCertificate {
    fileprivate func fault(of found: TokenStatus?) -> RegistrationFault? {
        switch found {
        case .valid?: nil
        case .invalid?: .revoked
        case .suspended?: .suspended
        case .other?: .statusUnknown
        case nil: status == nil ? nil : .statusUnknown
        }
    }

    /// True if the identifier is the subject's or, for a subject, the intermediary's.
    fileprivate func isHeld(by identifier: String) -> Bool {
        guard let subject else { return false }
        return subject.isExactly(identifier) || intermediary?.subject.isExactly(identifier) ?? false
    }
}
