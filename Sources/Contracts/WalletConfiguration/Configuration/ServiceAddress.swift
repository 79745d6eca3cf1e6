// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON

/// A service's address and the roots of its TLS certificate: `{"url": "https://…", "tls_roots": ["<DER in base64>", …]}`.
package struct ServiceAddress: Sendable, Hashable {
    /// The service's base URL, `https://host[:port][/path]`, without a trailing slash.
    package let url: WebAddress
    /// The only trusted roots for the service, in DER: 1 to 8 different certificates of at most 4096 bytes. Not parsed here.
    package let tlsRoots: [[UInt8]]

    /// An address with its roots. Values outside these limits cannot be signed or read back.
    package init(url: WebAddress, tlsRoots: [[UInt8]]) {
        self.url = url
        self.tlsRoots = tlsRoots
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let url = reader.required("url", Reading.baseAddress)
        let tlsRoots = reader.required("tls_roots", Reading.roots)
        var address: ServiceAddress?
        if let url, let tlsRoots { address = ServiceAddress(url: url, tlsRoots: tlsRoots) }
        self = try reader.finish(address)
    }

    var json: JSONValue { ["url": .string(url.text), "tls_roots": X5C.encode(tlsRoots)] }
}

extension Reading {
    /// Reads the base URL of a service.
    static func baseAddress(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> WebAddress {
        try text("an address https://host[:port][/path] in lower case, without a slash at the end") { WebAddress(base: $0) }(value, path)
    }

    /// Reads the URL of a page.
    static func pageAddress(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> WebAddress {
        try text("an https address, its host in lower case") { WebAddress($0) }(value, path)
    }
}
