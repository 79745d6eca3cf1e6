// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON

/// The issuer of PIDs: its address, the wallet's client id there, and the roots of its credentials.
///
/// `{"url", "tls_roots", "document_roots": ["<DER in base64>", …], "client_id"}`
package struct PIDIssuerAddress: Sendable, Hashable {
    /// The issuer's address; its URL is the credential issuer identifier.
    package let address: ServiceAddress
    /// The only roots for the signers of its credentials and status lists, in DER: 1 to 8 different certificates of at most 4096 bytes.
    package let documentRoots: [[UInt8]]
    /// The `client_id` of this kind of wallet: 1 to 256 visible ASCII characters.
    package let clientID: String

    package init(address: ServiceAddress, documentRoots: [[UInt8]], clientID: String) {
        self.address = address
        self.documentRoots = documentRoots
        self.clientID = clientID
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let url = reader.required("url", Reading.baseAddress)
        let tlsRoots = reader.required("tls_roots", Reading.roots)
        let documentRoots = reader.required("document_roots", Reading.roots)
        let clientID = reader.required("client_id", Reading.clientID)
        var issuer: PIDIssuerAddress?
        if let url, let tlsRoots, let documentRoots, let clientID {
            issuer = PIDIssuerAddress(
                address: ServiceAddress(url: url, tlsRoots: tlsRoots), documentRoots: documentRoots, clientID: clientID)
        }
        self = try reader.finish(issuer)
    }

    var json: JSONValue {
        [
            "url": .string(address.url.text), "tls_roots": X5C.encode(address.tlsRoots), "document_roots": X5C.encode(documentRoots),
            "client_id": .string(clientID),
        ]
    }
}

extension Reading {
    /// Reads a `client_id`.
    fileprivate static func clientID(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> String {
        guard case .string(let text) = value, (1...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw UnacceptableContents(path, "not 1 to 256 visible ASCII characters") }
        return text
    }
}
