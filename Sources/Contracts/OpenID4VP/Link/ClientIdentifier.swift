// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages

/// A verifier's `client_id` with its prefix (OpenID4VP 1.0 §5.9). Signatures bind the whole text, prefix included.
public struct ClientIdentifier: Sendable, Hashable {
    /// The binding of the identifier to the verifier's certificate. The cases are complete: no other prefix is accepted.
    public enum Kind: Sendable, Hashable {
        /// `x509_hash`: SHA-256 of the certificate's DER, 32 bytes.
        case certificateHash([UInt8])
        /// `x509_san_dns`: a dNSName of the certificate, as written.
        case dnsName(String)
    }

    /// The text as received.
    public let text: String
    /// The meaning of the text after the prefix.
    public let kind: Kind

    /// Reads an identifier.
    ///
    /// - Throws: ``RequestRefusal`` with `clientIDPrefix` for another prefix, none, or a value that is not a hash or a host name.
    public init(_ text: String) throws(RequestRefusal) {
        // ASCII first: with other characters, a colon may be part of a larger character.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let kind = Self.kind(text) else {
            throw RequestRefusal(.clientIDPrefix)
        }
        self.text = text
        self.kind = kind
    }

    private static func kind(_ text: String) -> Kind? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "x509_hash":
            guard let hash = try? Base64URL.decode(parts[1]), hash.count == 32 else { return nil }
            return .certificateHash(hash)
        case "x509_san_dns":
            guard let host = HTTPSURL("https://\(parts[1])")?.host, host.isExactly(parts[1]) else { return nil }
            return .dnsName(host)
        default: return nil
        }
    }

    /// Checks that the certificate is the one that the identifier names.
    ///
    /// - Throws: ``RequestRefusal`` with `clientIDHash` or `clientIDName`.
    func check(_ identity: VerifierIdentity) throws(RequestRefusal) {
        switch kind {
        case .certificateHash(let hash):
            guard identity.certificateHash == hash else { throw RequestRefusal(.clientIDHash) }
        case .dnsName(let name):
            // A wildcard in the certificate names no host.
            guard identity.dnsNames.contains(name.lowercased()) else { throw RequestRefusal(.clientIDName) }
        }
    }

    /// True if this verifier may receive answers at a host.
    ///
    /// OpenID4VP demands of `x509_san_dns` that the host is the name. That the certificate names the host is our rule for both prefixes:
    /// else an answer to a hash could go to any host, and one to a name to an address in the phone's own network.
    func mayReceive(at host: String, _ identity: VerifierIdentity) -> Bool {
        guard identity.vouches(for: host) else { return false }
        return switch kind {
        case .certificateHash: true
        case .dnsName(let name): name.lowercased() == host.lowercased()
        }
    }
}
