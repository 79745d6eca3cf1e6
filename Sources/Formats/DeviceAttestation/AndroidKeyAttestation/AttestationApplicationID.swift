// SPDX-License-Identifier: EUPL-1.2

public import SwiftASN1

/// The app that created a key, as identified by Android (`AttestationApplicationId` in Android's schema): one package, or several packages
/// with a common user id.
public struct AttestationApplicationID: Hashable, Sendable {
    /// A package and its version.
    public struct PackageInfo: Hashable, Sendable {
        /// The package's name, such as `nl.example.wallet`.
        public var name: String
        /// The package's version code.
        public var version: Int64

        /// A package, not validated.
        public init(name: String, version: Int64) {
            self.name = name
            self.version = version
        }
    }

    /// The packages, in DER order.
    public var packages: [PackageInfo]
    /// SHA-256 of each certificate that signed the app, in DER order.
    public var signatureDigests: [[UInt8]]

    /// An id from its parts, not validated.
    public init(packages: [PackageInfo], signatureDigests: [[UInt8]]) {
        self.packages = packages
        self.signatureDigests = signatureDigests
    }

    /// Decodes an id.
    ///
    /// - Throws: errors of SwiftASN1, or `AttestationRejection` with `malformed` if it is not DER, or a name is empty or not UTF-8. The
    ///   elements of both sets may have any order.
    init(decoding bytes: [UInt8]) throws {
        let root = try DER.parse(bytes)
        guard root.isEncoded(as: bytes) else { throw AttestationRejection(.malformed) }
        self = try DER.sequence(root, identifier: .sequence) { nodes in
            let packages = try nodes.nextSetElements().map { try PackageInfo(derEncoded: $0) }
            let digests = try nodes.nextSetElements().map { Array(try ASN1OctetString(derEncoded: $0).bytes) }
            return AttestationApplicationID(packages: packages, signatureDigests: digests)
        }
    }

    /// Encodes the id in DER.
    ///
    /// - Throws: errors of SwiftASN1.
    func encode() throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { sequence in
            try sequence.serializeSetOf(packages)
            try sequence.serializeSetOf(signatureDigests.map { ASN1OctetString(contentBytes: $0[...]) })
        }
        return serializer.serializedBytes
    }
}

extension AttestationApplicationID.PackageInfo: DERImplicitlyTaggable {
    public static var defaultIdentifier: ASN1Identifier { .sequence }

    /// Decodes a package.
    ///
    /// - Throws: `AttestationRejection` with `malformed`, also if the name is empty or not UTF-8.
    public init(derEncoded node: ASN1Node, withIdentifier identifier: ASN1Identifier) throws(AttestationRejection) {
        do {
            self = try DER.sequence(node, identifier: identifier) { nodes in
                let name = try ASN1OctetString(derEncoded: &nodes).bytes
                guard !name.isEmpty, let text = String(validating: name, as: UTF8.self) else { throw AttestationRejection(.malformed) }
                return Self(name: text, version: try Int64(derEncoded: &nodes))
            }
        } catch {
            throw AttestationRejection(.malformed)
        }
    }

    /// Encodes the package.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if the parts have no encoding.
    public func serialize(into coder: inout DER.Serializer, withIdentifier identifier: ASN1Identifier) throws(AttestationRejection) {
        do {
            try coder.appendConstructedNode(identifier: identifier) { sequence in
                try sequence.serialize(ASN1OctetString(contentBytes: Array(name.utf8)[...]))
                try sequence.serialize(version)
            }
        } catch {
            throw AttestationRejection(.malformed)
        }
    }
}
