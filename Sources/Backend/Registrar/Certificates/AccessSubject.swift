// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages
import SwiftASN1
import X509

/// The party that an access certificate names (ETSI TS 119 411-8), with the names of its servers.
package struct AccessSubject: Sendable, Hashable {
    let tradeName: String
    let legalName: String
    let identifier: String
    let country: String
    let dnsNames: [String]

    /// Maximum length of a name in Unicode scalars (RFC 5280 appendix A, `ub-common-name`).
    package static let maximumNameLength = 64
    /// Maximum length of an identifier in characters.
    package static let maximumIdentifierLength = 128
    /// Maximum number of server names.
    package static let maximumNames = 16

    /// A party.
    ///
    /// - Parameters:
    ///   - tradeName: `CN`, the name that wallets show.
    ///   - legalName: `O`.
    ///   - identifier: `organizationIdentifier`, such as `NTRNL-12345678` (ETSI EN 319 412-1 §5.1.4).
    ///   - country: `C`, two capital letters.
    ///   - dnsNames: 1 to 16 host names in lower case, without wildcards. Wallets send answers to these hosts only.
    /// - Throws: `UnacceptableMember` naming the part.
    package init(
        tradeName: String, legalName: String, identifier: String, country: String, dnsNames: [String]
    ) throws(UnacceptableMember) {
        for (member, text) in [("name", tradeName), ("legal-name", legalName)] {
            guard (try? Members(["text": .string(text)]).sentence("text", maximum: Self.maximumNameLength)) != nil else {
                throw UnacceptableMember(member, "not a text to show of 1 to \(Self.maximumNameLength) characters")
            }
        }
        guard Self.isIdentifier(identifier) else {
            throw UnacceptableMember(
                "identifier", "not three capital letters for the register, two for the country, a hyphen and a number, as NTRNL-12345678")
        }
        guard Self.isCountry(country) else { throw UnacceptableMember("country", "not two capital letters") }
        guard (1...Self.maximumNames).contains(dnsNames.count), Set(dnsNames).count == dnsNames.count, dnsNames.allSatisfy(Self.isHost)
        else {
            throw UnacceptableMember(
                "dns-name", "not 1 to \(Self.maximumNames) different host names in lower case, without port and wildcard")
        }
        (self.tradeName, self.legalName, self.identifier) = (tradeName, legalName, identifier)
        (self.country, self.dnsNames) = (country, dnsNames)
    }

    /// The subject of the certificate, with the mark for tests.
    ///
    /// - Throws: errors of the certificate library.
    func name() throws -> DistinguishedName {
        let attributes: [RelativeDistinguishedName.Attribute] = [
            try .init(type: .RDNAttributeType.countryName, printableString: country),
            .init(type: .RDNAttributeType.organizationName, utf8String: legalName),
            .init(type: [2, 5, 4, 97], utf8String: identifier),
            .init(type: .RDNAttributeType.organizationalUnitName, utf8String: TestMark.unit),
            .init(type: .RDNAttributeType.commonName, utf8String: tradeName),
        ]
        return DistinguishedName(attributes.map { RelativeDistinguishedName($0) })
    }

    static func isCountry(_ text: String) -> Bool { text.utf8.count == 2 && text.utf8.allSatisfy(Self.isCapital) }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private static func isIdentifier(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return (7...maximumIdentifierLength).contains(bytes.count) && bytes.prefix(5).allSatisfy(isCapital)
            && bytes[5] == UInt8(ascii: "-") && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func isHost(_ text: String) -> Bool {
        guard let url = HTTPSURL("https://\(text)"), url.host.isExactly(text), text.lowercased().isExactly(text) else { return false }
        // The last label of an IPv4 address begins with a digit; that of a name does not. Wallets send nothing to an address.
        return text.utf8.count <= 253 && !text.contains("*")
            && text.split(separator: ".", omittingEmptySubsequences: false).last?.first?.isLetter ?? false
    }
}
