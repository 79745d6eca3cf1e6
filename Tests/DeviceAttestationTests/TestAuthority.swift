// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import X509

extension Certificate {
    var der: [UInt8] {
        get throws { try serializeAsPEM().derBytes }
    }
}

/// A root with an intermediate like Apple's, for objects that Apple would never make.
struct TestAuthority {
    let root: Certificate
    let intermediate: Certificate
    let rootKey = P384.Signing.PrivateKey()
    let intermediateKey = P384.Signing.PrivateKey()
    let time: Date

    init(at time: Date, name: String = "Test") throws {
        self.time = time
        let rootName = try DistinguishedName { CommonName("\(name) root") }
        root = try Self.certificate(
            named: rootName, key: .init(rootKey.publicKey), issuer: rootName, issuerKey: rootKey, at: time,
            extensions: Certificate.Extensions { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)) })
        intermediate = try Self.certificate(
            named: DistinguishedName { CommonName("\(name) intermediate") }, key: .init(intermediateKey.publicKey), issuer: rootName,
            issuerKey: rootKey, at: time,
            extensions: Certificate.Extensions { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0)) })
    }

    static func certificate(
        named subject: DistinguishedName, key: Certificate.PublicKey, issuer: DistinguishedName, issuerKey: P384.Signing.PrivateKey,
        at time: Date, extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key, notValidBefore: time.addingTimeInterval(-3600),
            notValidAfter: time.addingTimeInterval(3600), issuer: issuer, subject: subject, extensions: extensions,
            issuerPrivateKey: .init(issuerKey))
    }
}

/// An attestation whose parts can be changed independently; without changes it must be accepted.
struct Forgery {
    var key = P256.Signing.PrivateKey()
    var appID = AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet")
    var environment = AppAttestEnvironment.production
    var counter: UInt32 = 0
    var aaguid: [UInt8]?
    var credentialID: [UInt8]?
    /// The key in the authenticator data, if it differs from the certified key.
    var coseKey: P256.Signing.PublicKey?
    var certifiedKey: Certificate.PublicKey?
    /// Changes the authenticator data before the nonce is computed.
    var changeData: @Sendable (inout [UInt8]) -> Void = { _ in }
    /// The extension's value, if it differs from the right one; an inner nil omits the extension.
    var nonceExtension: ([UInt8]?)?
    var clientDataHash = [UInt8](repeating: 7, count: 32)
    var isAuthority = false
    var isSignedByRoot = false
    var criticalExtension: ASN1ObjectIdentifier?

    func object(by authority: TestAuthority) throws -> [UInt8] {
        let credential = AttestedCredential(
            aaguid: aaguid ?? environment.aaguid, id: credentialID ?? key.publicKey.appAttestKeyID, publicKey: coseKey ?? key.publicKey)
        var data = AuthenticatorData(relyingPartyIDHash: appID.relyingPartyIDHash, counter: counter, credential: credential).encode()
        changeData(&data)
        return AppAttestAttestation(
            certificates: [try certificate(over: data, by: authority).der, try authority.intermediate.der], receipt: [1, 2, 3],
            authenticatorData: data
        ).encode()
    }

    private func certificate(over data: [UInt8], by authority: TestAuthority) throws -> Certificate {
        var list = try [
            Certificate.Extension(
                isAuthority ? BasicConstraints.isCertificateAuthority(maxPathLength: 0) : .notCertificateAuthority, critical: true)
        ]
        let right = try AppAttestNonce(authenticatorData: data, clientDataHash: clientDataHash).makeExtension()
        switch nonceExtension {
        case nil: list.append(right)
        case .some(nil): break
        case .some(.some(let value)): list.append(Certificate.Extension(oid: right.oid, critical: false, value: value[...]))
        }
        if let criticalExtension { list.append(Certificate.Extension(oid: criticalExtension, critical: true, value: [5, 0])) }
        return try TestAuthority.certificate(
            named: DistinguishedName { CommonName("credential") }, key: certifiedKey ?? .init(key.publicKey),
            issuer: (isSignedByRoot ? authority.root : authority.intermediate).subject,
            issuerKey: isSignedByRoot ? authority.rootKey : authority.intermediateKey, at: authority.time,
            extensions: Certificate.Extensions(list))
    }
}
