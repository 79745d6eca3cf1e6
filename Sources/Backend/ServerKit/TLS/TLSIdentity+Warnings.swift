// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import NIOCore
import NIOSSL
import SwiftASN1
import X509

extension TLSIdentity {
    /// Returns warnings for the operator about a certificate that clients will reject, now or soon.
    ///
    /// Warnings are not errors, because a proxy may terminate TLS under the public name.
    ///
    /// - Parameter host: the name or address by which clients know the server; nil if unknown.
    package func warnings(forHost host: String?, at now: Date) -> [String] {
        guard let leaf else { return [] }
        var warnings: [String] = []
        if let host, !leaf.isIssued(for: host) {
            warnings.append("the certificate is not issued for \(host): clients that connect to this server by that name refuse it")
        }
        if leaf.notValidAfter < now + 30 * 86_400 {
            warnings.append("the certificate expires on \(leaf.notValidAfter.ISO8601Format())")
        }
        if !isInOrder { warnings.append("each certificate must be followed by that of its issuer: some clients refuse this order") }
        return warnings
    }

    /// True if each certificate is followed by the certificate of its issuer (RFC 8446 §4.4.2).
    private var isInOrder: Bool {
        let chain = certificates.compactMap { try? Certificate(derEncoded: $0.toDERBytes()) }
        return zip(chain, chain.dropFirst()).allSatisfy { $0.issuer == $1.subject }
    }
}

extension Certificate {
    /// Returns true if the alternative names include a host (RFC 9525): a name, a wildcard for its first label, or an address.
    fileprivate func isIssued(for host: String) -> Bool {
        let name = host.lowercased()
        let address = try? SocketAddress(ipAddress: name.trimmingCharacters(in: ["[", "]"]), port: 0)
        let names = (try? extensions.subjectAlternativeNames) ?? nil
        return (names ?? SubjectAlternativeNames([])).contains { entry in
            switch entry {
            case .dnsName(let pattern):
                let pattern = pattern.lowercased()
                guard pattern.hasPrefix("*."), let dot = name.firstIndex(of: ".") else { return address == nil && pattern == name }
                return address == nil && name[dot...] == pattern.dropFirst()
            case .ipAddress(let bytes):
                let entry = try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes.bytes), port: 0)
                return address != nil && entry == address
            default: return false
            }
        }
    }
}
