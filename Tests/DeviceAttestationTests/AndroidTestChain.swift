// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import X509

/// A chain under a test root whose parts can be changed independently; without changes it must be accepted.
struct AndroidTestChain {
    /// A certificate specification with its key.
    struct Link {
        var name: DistinguishedName
        var key: Certificate.PrivateKey
        var constraints: BasicConstraints? = .isCertificateAuthority(maxPathLength: nil)
        var usage: KeyUsage? = KeyUsage(keyCertSign: true)
        var serial = Certificate.SerialNumber()
        var validity = (AndroidTestChain.time.addingTimeInterval(-3600), AndroidTestChain.time.addingTimeInterval(3600))
        var version = Certificate.Version.v3
        var extras: [Certificate.Extension] = []
        /// The issuer, if it is not the next certificate's subject.
        var issuer: DistinguishedName?
        /// The signing key, if it is not the next certificate's key.
        var signer: Certificate.PrivateKey?
    }

    static let time = Date(timeIntervalSince1970: 1_800_000_000)
    static let challenge = [UInt8](repeating: 0xc1, count: 32)
    static let digest = [UInt8](repeating: 0xd1, count: 32)
    static let bootKey = [UInt8](repeating: 0xb1, count: 32)

    /// The leaf's description of its key.
    var description: AndroidKeyDescription
    /// The extension's value, if it is not the description; an empty array omits the extension.
    var value: [UInt8]?
    /// The certificates, the leaf first, the root last.
    var links: [Link]

    init() throws {
        description = Self.genuine
        links = [
            Link(
                name: try Self.name("Android Keystore Key"), key: .init(P256.Signing.PrivateKey()), constraints: nil,
                usage: KeyUsage(digitalSignature: true), serial: 1),
            Link(name: try Self.name("attestation", title: "TEE"), key: .init(P256.Signing.PrivateKey())),
            Link(name: try Self.name("intermediate", title: "TEE"), key: .init(P384.Signing.PrivateKey())),
            Link(name: try Self.name("root"), key: .init(P384.Signing.PrivateKey())),
        ]
    }

    /// The description from a genuine phone.
    static var genuine: AndroidKeyDescription {
        AndroidKeyDescription(
            attestationVersion: 300, attestationSecurityLevel: .trustedEnvironment, keyMintVersion: 300,
            keyMintSecurityLevel: .trustedEnvironment, attestationChallenge: challenge,
            softwareEnforced: AuthorizationList([
                .creationDateTime: .number(1_800_000_000_000),
                .attestationApplicationID: .applicationID(
                    AttestationApplicationID(packages: [.init(name: "nl.example.wallet", version: 7)], signatureDigests: [digest])),
            ]),
            hardwareEnforced: AuthorizationList([
                .purpose: .numbers([2]), .algorithm: .number(3), .keySize: .number(256), .digest: .numbers([4]), .ecCurve: .number(1),
                .noAuthRequired: .present, .origin: .number(0),
                .rootOfTrust: .rootOfTrust(
                    RootOfTrust(
                        verifiedBootKey: bootKey, isDeviceLocked: true, verifiedBootState: .verified,
                        verifiedBootHash: [UInt8](repeating: 2, count: 32))),
                .osVersion: .number(150_000), .osPatchLevel: .number(202_612), .vendorPatchLevel: .number(20_261_205),
                .bootPatchLevel: .number(20_261_205),
            ]))
    }

    /// A name of the form that Google uses.
    static func name(_ text: String, title: String? = nil) throws -> DistinguishedName {
        var attributes = [RelativeDistinguishedName.Attribute(type: [2, 5, 4, 5], utf8String: text)]
        if let title { attributes.append(.init(type: [2, 5, 4, 12], utf8String: title)) }
        return DistinguishedName(attributes.map { RelativeDistinguishedName($0) })
    }

    /// A name as in authorities that certify phones over the network: without a serial number.
    static func remoteName(_ text: String) throws -> DistinguishedName {
        DistinguishedName([RelativeDistinguishedName(.init(type: [2, 5, 4, 3], utf8String: text))])
    }

    static func policy() throws -> AndroidAttestationPolicy {
        guard let month = PatchLevel(year: 2026, month: 6) else { throw CocoaError(.coderInvalidValue) }
        return AndroidAttestationPolicy(
            packageNames: ["nl.example.wallet"], signingCertificateDigests: [digest], minimumOSPatchLevel: month)
    }

    /// A revocation list with these serial numbers; empty by default.
    static func list(_ serials: [String] = [], fetchedAt: Date = time) throws -> AndroidRevocationList {
        let entries = serials.map { #""\#($0)":{"status":"REVOKED","reason":"KEY_COMPROMISE"}"# }.joined(separator: ",")
        return try AndroidRevocationList(json: Array(#"{"entries":{\#(entries)}}"#.utf8), fetchedAt: fetchedAt)
    }

    /// The certificate of a link.
    func certificate(_ index: Int) throws -> Certificate {
        let link = links[index]
        let above = index + 1 < links.count ? links[index + 1] : link
        var extensions: [Certificate.Extension] = []
        if let constraints = link.constraints { extensions.append(try Certificate.Extension(constraints, critical: true)) }
        if let usage = link.usage { extensions.append(try Certificate.Extension(usage, critical: true)) }
        if index == 0 {
            let value = try value ?? description.encode()
            if !value.isEmpty { extensions.append(.init(oid: AndroidKeyDescription.extensionID, critical: false, value: value[...])) }
        }
        return try Certificate(
            version: link.version, serialNumber: link.serial, publicKey: link.key.publicKey, notValidBefore: link.validity.0,
            notValidAfter: link.validity.1, issuer: link.issuer ?? above.name, subject: link.name,
            extensions: try Certificate.Extensions(extensions + link.extras), issuerPrivateKey: link.signer ?? above.key)
    }

    /// All certificates, including the root.
    func certificates() throws -> [Certificate] { try links.indices.map(certificate) }

    /// All certificates in DER.
    func encoded() throws -> [[UInt8]] { try certificates().map { try $0.der } }

    /// Verifies the chain under its own root.
    func verify(
        roots: [Certificate]? = nil, list: AndroidRevocationList? = nil, at time: Date = time,
        policy changePolicy: (inout AndroidAttestationPolicy) -> Void = { _ in }, sending change: ([[UInt8]]) -> [[UInt8]] = { $0 }
    ) throws -> AttestedAndroidKey {
        var policy = try Self.policy()
        changePolicy(&policy)
        let certificates = try certificates()
        let verifier = AndroidKeyAttestationVerifier(roots: roots ?? Array(certificates.suffix(1)), policy: policy)
        return try verifier.verify(
            chain: change(try certificates.map { try $0.der }), challenge: Self.challenge, revocationList: list ?? Self.list(), at: time)
    }
}
