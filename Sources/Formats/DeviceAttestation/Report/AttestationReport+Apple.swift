// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Crypto
public import Foundation
import SwiftASN1
import X509

extension AppAttestVerifier {
    /// Reports the verdict of `verify(attestation:clientDataHash:at:)` and every readable field under its name in WebAuthn or Apple's
    /// format.
    public func report(attestation bytes: [UInt8], clientDataHash: [UInt8], at time: Date) async -> AttestationReport {
        var reason: AttestationRejection.Reason?
        do throws(AttestationRejection) {
            _ = try await verify(attestation: bytes, clientDataHash: clientDataHash, at: time)
        } catch {
            reason = error.reason
        }
        let attestation = try? AppAttestAttestation(decoding: bytes)
        return AttestationReport(
            kind: .apple, time: time, reason: reason, certificates: attestation?.certificates ?? [], fields: attestation?.fields ?? [:],
            deviations: [])
    }
}

extension AppAttestAttestation {
    fileprivate var fields: [String: ReportValue] {
        var fields: [String: ReportValue] = [
            "fmt": .text(Self.format),
            "receiptLength": .number(Int64(receipt.count)),
        ]
        if let leaf = certificates.first.flatMap({ try? Certificate(derEncoded: $0) }) {
            if let nonce = try? AppAttestNonce(in: leaf) { fields["nonce"] = ReportValue(nonce.bytes) }
            if let key = P256.Signing.PublicKey(leaf.publicKey) { fields["publicKey"] = ReportValue(key.x963Representation) }
        }
        if let data = try? AuthenticatorData(attestation: authenticatorData) { fields.merge(data.fields) { $1 } }
        return fields
    }
}

extension AuthenticatorData {
    fileprivate var fields: [String: ReportValue] {
        var fields: [String: ReportValue] = [
            "rpIdHash": ReportValue(relyingPartyIDHash),
            "flags": .number(Int64(flags.rawValue)),
            "signCount": .number(Int64(counter)),
        ]
        if let credential {
            fields["aaguid"] = ReportValue(credential.aaguid)
            fields["credentialId"] = ReportValue(credential.id)
            fields["credentialPublicKey"] = ReportValue(credential.publicKey.x963Representation)
            if let environment = AppAttestEnvironment.allCases.first(where: { $0.aaguid == credential.aaguid }) {
                fields["environment"] = .text(environment.rawValue)
            }
        }
        if let extensions { fields["extensions"] = ReportValue(CBORItem.map(extensions).encode()) }
        return fields
    }
}
