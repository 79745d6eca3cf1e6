// SPDX-License-Identifier: EUPL-1.2

package import SwiftASN1

/// The state in which a device started (`RootOfTrust` in Android's schema).
package struct RootOfTrust: Hashable, Sendable {
    /// What became of verifying the operating system (Android Verified Boot).
    package enum VerifiedBootState: UInt8, Hashable, Sendable, CaseIterable {
        /// Signed by the device's maker ("green").
        case verified = 0
        /// Signed by somebody else whom the device's owner chose ("yellow").
        case selfSigned = 1
        /// Not verified: the boot loader is unlocked ("orange").
        case unverified = 2
        /// Verified and found bad ("red").
        case failed = 3
    }

    /// What stands for the key that signed the operating system; usually its SHA-256, all zero when nothing was verified.
    package var verifiedBootKey: [UInt8]
    /// Whether the boot loader is locked.
    package var isDeviceLocked: Bool
    /// What became of verifying the operating system.
    package var verifiedBootState: VerifiedBootState
    /// The hash of all that was started; nil below version 3 of the schema, which does not have it.
    package var verifiedBootHash: [UInt8]?

    /// A state from its parts, taken as they are.
    package init(verifiedBootKey: [UInt8], isDeviceLocked: Bool, verifiedBootState: VerifiedBootState, verifiedBootHash: [UInt8]?) {
        self.verifiedBootKey = verifiedBootKey
        self.isDeviceLocked = isDeviceLocked
        self.verifiedBootState = verifiedBootState
        self.verifiedBootHash = verifiedBootHash
    }
}

extension RootOfTrust: DERImplicitlyTaggable {
    /// SEQUENCE.
    package static var defaultIdentifier: ASN1Identifier { .sequence }

    /// Reads a state.
    ///
    /// - Throws: what SwiftASN1 throws, or `AttestationRejection` with `malformed` for a state that does not exist.
    package init(derEncoded node: ASN1Node, withIdentifier identifier: ASN1Identifier) throws {
        self = try DER.sequence(node, identifier: identifier) { nodes in
            let key = Array(try ASN1OctetString(derEncoded: &nodes).bytes)
            let isLocked = try Bool(derEncoded: &nodes)
            guard let stateNode = nodes.next(),
                let state = VerifiedBootState(rawValue: try UInt8(derEncoded: stateNode, withIdentifier: .enumerated))
            else { throw AttestationRejection(.malformed) }
            let hash = try nodes.next().map { Array(try ASN1OctetString(derEncoded: $0).bytes) }
            return RootOfTrust(verifiedBootKey: key, isDeviceLocked: isLocked, verifiedBootState: state, verifiedBootHash: hash)
        }
    }

    /// Writes the state.
    ///
    /// - Throws: what SwiftASN1 throws.
    package func serialize(into coder: inout DER.Serializer, withIdentifier identifier: ASN1Identifier) throws {
        try coder.appendConstructedNode(identifier: identifier) { sequence in
            try sequence.serialize(ASN1OctetString(contentBytes: verifiedBootKey[...]))
            try sequence.serialize(isDeviceLocked)
            try verifiedBootState.rawValue.serialize(into: &sequence, withIdentifier: .enumerated)
            if let verifiedBootHash { try sequence.serialize(ASN1OctetString(contentBytes: verifiedBootHash[...])) }
        }
    }
}
