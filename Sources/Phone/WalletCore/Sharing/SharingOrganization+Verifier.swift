// SPDX-License-Identifier: EUPL-1.2

import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import RelyingPartyRegistration
import WalletInterface

extension SharingOrganization {
    /// The organization of a request.
    init(_ received: ReceivedRequest) {
        let registration: SharingRegistration? =
            switch received.registration {
            case .covered(let certificate), .overAsked(let certificate, _): SharingRegistration(certificate, isVerified: true)
            case .unverifiable(_, let certificate?): SharingRegistration(certificate, isVerified: false)
            case .unverifiable(_, nil): nil
            }
        self.init(received.identity, host: received.request.responseURI.host.lowercased(), registration)
    }

    /// A verifier whose certificate was verified.
    ///
    /// - Parameter host: the host of the answer; nil if the request has none that is the verifier's, and then the first name of its
    ///   certificate.
    init(_ identity: VerifierIdentity, host: String?, _ registration: SharingRegistration?) {
        let host = host ?? identity.dnsNames.first ?? ""
        self.init(
            name: identity.tradeName ?? identity.legalName ?? (host.isEmpty ? "?" : host), legalName: identity.legalName,
            identifier: identity.identifier, country: identity.country, host: host, registration: registration)
    }
}

extension SharingRegistration {
    fileprivate init(_ certificate: RegistrationCertificate, isVerified: Bool) {
        func text(_ sentences: [LocalizedSentence]) -> LocalizedText {
            LocalizedText(sentences.map { LocalizedText.Entry(locale: $0.language, text: $0.text) })
        }
        let authority = certificate.authority
        self.init(
            isVerified: isVerified, name: certificate.name, legalName: certificate.legalName, service: text(certificate.services),
            purpose: text(certificate.purposes), privacyPolicy: certificate.privacyPolicy?.text,
            information: certificate.information?.text, support: certificate.support?.text, supportMail: certificate.supportMail,
            supervisor: SupervisoryAuthority(
                name: authority.name, email: authority.email, phone: authority.phone, page: authority.uri?.text),
            intermediary: certificate.intermediary?.name, registrar: certificate.registry)
    }
}

extension ReceivedRequest {
    /// True if the request has a registration of which nothing can be kept, because it could not be read or verified.
    var hasUnreadRegistration: Bool {
        guard case .unverifiable(let fault, nil) = registration else { return false }
        return RegistrationProblem(fault) != .absent
    }
}

extension RegistrationProblem {
    /// The problem that a person is told for a fault.
    init(_ fault: RegistrationFault) {
        switch fault {
        case .absent, .unsigned: self = .absent
        case .type, .algorithm, .chain, .signature: self = .untrusted
        case .notYetValid, .expired, .tooLong, .noEnd: self = .outOfDate
        case .revoked, .suspended: self = .withdrawn
        case .statusUnknown: self = .statusUnknown
        case .identity: self = .otherOrganization
        default: self = .malformed
        }
    }
}
