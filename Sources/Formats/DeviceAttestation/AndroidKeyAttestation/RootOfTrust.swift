// SPDX-License-Identifier: EUPL-1.2

public import SwiftASN1

/// The boot state of a device (`RootOfTrust` in Android's schema).
public struct RootOfTrust: Hashable, Sendable {
    /// The result of Android Verified Boot.
    @nonexhaustive public enum VerifiedBootState: UInt8, Hashable, Sendable, CaseIterable {
        /// Signed by the device's maker ("green").
        case verified = 0
        /// Signed with a key that the device's owner installed ("yellow").
        case selfSigned = 1
        /// Not verified, because the boot loader is unlocked ("orange").
        case unverified = 2
        /// Verification failed ("red").
        case failed = 3
    }

    /// An identifier of the operating system's signing key, usually its SHA-256; all zero if nothing was verified.
    public var verifiedBootKey: [UInt8]
    /// True if the boot loader is locked.
    public var isDeviceLocked: Bool
    /// The result of Android Verified Boot.
    public var verifiedBootState: VerifiedBootState
    /// The hash of all booted code; nil below schema version 3.
    public var verifiedBootHash: [UInt8]?

    /// A state from its parts, not validated.
    public init(verifiedBootKey: [UInt8], isDeviceLocked: Bool, verifiedBootState: VerifiedBootState, verifiedBootHash: [UInt8]?) {
        self.verifiedBootKey = verifiedBootKey
        self.isDeviceLocked = isDeviceLocked
        self.verifiedBootState = verifiedBootState
        self.verifiedBootHash = verifiedBootHash
    }
}

extension RootOfTrust: DERImplicitlyTaggable {
    public static var defaultIdentifier: ASN1Identifier { .sequence }

    /// Decodes a state. Any octet but 0 is TRUE (X.690, section 8.2.2): some phones write 01 instead of DER's FF.
    ///
    /// - Throws: `AttestationRejection` with `malformed`, also for an undefined boot state.
    public init(derEncoded node: ASN1Node, withIdentifier identifier: ASN1Identifier) throws(AttestationRejection) {
        do {
            self = try DER.sequence(node, identifier: identifier) { nodes in
                let key = Array(try ASN1OctetString(derEncoded: &nodes).bytes)
                let isLocked = try Bool(berEncoded: &nodes)
                guard let stateNode = nodes.next(),
                    let state = VerifiedBootState(rawValue: try UInt8(derEncoded: stateNode, withIdentifier: .enumerated))
                else { throw AttestationRejection(.malformed) }
                let hash = try nodes.next().map { Array(try ASN1OctetString(derEncoded: $0).bytes) }
                return RootOfTrust(verifiedBootKey: key, isDeviceLocked: isLocked, verifiedBootState: state, verifiedBootHash: hash)
            }
        } catch {
            throw AttestationRejection(.malformed)
        }
    }

    /// Encodes the state.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if the parts have no encoding.
    public func serialize(into coder: inout DER.Serializer, withIdentifier identifier: ASN1Identifier) throws(AttestationRejection) {
        do {
            try coder.appendConstructedNode(identifier: identifier) { sequence in
                try sequence.serialize(ASN1OctetString(contentBytes: verifiedBootKey[...]))
                try sequence.serialize(isDeviceLocked)
                try verifiedBootState.rawValue.serialize(into: &sequence, withIdentifier: .enumerated)
                if let verifiedBootHash { try sequence.serialize(ASN1OctetString(contentBytes: verifiedBootHash[...])) }
            }
        } catch {
            throw AttestationRejection(.malformed)
        }
    }
}
