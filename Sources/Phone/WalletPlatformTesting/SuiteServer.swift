// SPDX-License-Identifier: EUPL-1.2

/// The HTTPS server with which the network's promises are tried. The phone must reach it; module PhoneSimulator has one
/// (`ConformanceServer`).
///
/// It speaks HTTP/1.1 over TLS 1.3 and answers these paths with 200 unless the table says otherwise:
///
/// | path | answer |
/// |---|---|
/// | `/notes` | POST counts the request; the body of a GET is that count, decimal |
/// | `/moved` | 302 with one `Location`, exactly `/notes` |
/// | `/silence` | none, and the connection stays open |
/// | `/drops` | a body of which a byte is sent every tenth of a second, without end |
/// | `/bytes/N` | a body of N bytes |
/// | `/echo` | the body of the request, with the media type `Application/Conformance+JSON ; charset=utf-8` |
/// | `/document` | a body with the validator `"1"`; 304 without a body for a request with that validator |
///
/// The answer of `/echo` has the fields `Echo-Method`, `Echo-Accept`, `Echo-Content-Type` and `Echo-Conformance`: the request's method, and
/// its fields `Accept`, `Content-Type` and `Conformance` as received.
public struct SuiteServer: Sendable, Hashable, Codable {
    /// Such as `https://192.0.2.1:8443`, without a path.
    public let address: String
    /// The same paths, with a certificate of the same root for the name `another.example`.
    public let addressOfAnotherName: String
    /// The root of both certificates, in DER.
    public let root: [UInt8]
    /// A root with the same name and another key, in DER.
    public let unrelatedRoot: [UInt8]

    /// Describes a running server.
    public init(address: String, addressOfAnotherName: String, root: [UInt8], unrelatedRoot: [UInt8]) {
        self.address = address
        self.addressOfAnotherName = addressOfAnotherName
        self.root = root
        self.unrelatedRoot = unrelatedRoot
    }
}

/// No server for the suite runs where the phone reaches it.
struct NoServer: Error {}
