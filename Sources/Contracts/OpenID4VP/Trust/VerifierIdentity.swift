// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON
import OAuthMessages
import SwiftASN1
package import X509

/// The verifier that asks, as its access certificate names it (ETSI TS 119 411-8).
///
/// A value is nil if the certificate lacks it or has it twice, or if it cannot be shown: control characters, more than 300 characters, a
/// country that is not two letters.
public struct VerifierIdentity: Sendable, Hashable {
    /// The trade name: `commonName`.
    public let tradeName: String?
    /// The legal name: `organizationName`.
    public let legalName: String?
    /// The identifier of the legal person, such as `NTRNL-12345678`: the organisation identifier (2.5.4.97).
    public let identifier: String?
    /// The country: `countryName`, two letters.
    public let country: String?
    /// The names of its servers, in lower case: every `dNSName` of the subject alternative names.
    public let dnsNames: [String]
    /// The access certificate in DER.
    public let certificate: [UInt8]

    /// An identity; `dnsNames` are in lower case.
    public init(
        tradeName: String?, legalName: String?, identifier: String?, country: String?, dnsNames: [String], certificate: [UInt8]
    ) {
        self.tradeName = tradeName
        self.legalName = legalName
        self.identifier = identifier
        self.country = country
        self.dnsNames = dnsNames
        self.certificate = certificate
    }

    /// SHA-256 of the certificate: the value of `x509_hash` in a client identifier (OpenID4VP §5.9.3).
    public var certificateHash: [UInt8] { Array(SHA256.hash(data: certificate)) }

    /// True if the certificate names this host: the same `dNSName` in any case, or a wildcard in place of the host's first label.
    ///
    /// A wildcard must stand above at least two labels, so that `*.nl` names nothing. An IPv4 address is never named.
    public func vouches(for host: String) -> Bool {
        guard host.isVisibleASCII, !host.contains("*") else { return false }
        let name = host.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        // The last label of an IPv4 address begins with a digit, also in its unusual spellings; that of a name does not.
        guard labels.allSatisfy({ !$0.isEmpty }), let first = labels.last?.utf8.first,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
        else { return false }
        let wildcard = labels.count > 2 ? "*." + labels.dropFirst().joined(separator: ".") : name
        return dnsNames.contains { $0 == name || $0 == wildcard }
    }
}

extension VerifierIdentity {
    /// Reads a certificate whose chain has been verified, or a verifier's own; nil if its subject alternative names cannot be read.
    ///
    /// - Parameter der: the certificate's bytes.
    package init?(_ certificate: Certificate, der: [UInt8]) {
        guard case .success(let names) = Result(catching: { try certificate.extensions.subjectAlternativeNames }) else { return nil }
        let subject = certificate.subject
        let dnsNames = (names ?? SubjectAlternativeNames()).compactMap { name -> String? in
            if case .dnsName(let text) = name { text.lowercased() } else { nil }
        }
        self.init(
            tradeName: subject.only(.RDNAttributeType.commonName), legalName: subject.only(.RDNAttributeType.organizationName),
            identifier: subject.only([2, 5, 4, 97]), country: subject.onlyCountry, dnsNames: dnsNames, certificate: der)
    }
}

extension DistinguishedName {
    /// The only value of an attribute, if it can be shown; otherwise nil.
    fileprivate func only(_ type: ASN1ObjectIdentifier) -> String? {
        let values = joined().filter { $0.type == type }
        guard values.count == 1, let text = values.first.flatMap({ String($0.value) }) else { return nil }
        // The rule for texts of other parties is that of messages.
        return try? Members(["text": .string(text)]).sentence("text")
    }

    /// The only country, if it is two letters (X.520); otherwise nil.
    fileprivate var onlyCountry: String? {
        guard let country = only(.RDNAttributeType.countryName), country.utf8.count == 2,
            country.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return nil }
        return country
    }
}
