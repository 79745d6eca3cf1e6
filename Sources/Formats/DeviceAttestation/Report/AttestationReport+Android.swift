// SPDX-License-Identifier: EUPL-1.2

import Crypto
public import Foundation
import X509

extension AndroidKeyAttestationVerifier {
    /// Reports the verdict of `verify(chain:challenge:revocationList:at:)` and every readable field under its name in Android's schema.
    ///
    /// The fields are the leaf's, even if the leaf is not trusted. `publicKey` is the point of a P-256 key, or the DER
    /// `SubjectPublicKeyInfo` of any other key. Of a chain with more certificates than a verifier accepts, the report has the first ones.
    public func report(
        chain: [[UInt8]], challenge: [UInt8], revocationList: AndroidRevocationList?, at time: Date
    ) -> AttestationReport {
        var reason: AttestationRejection.Reason?
        do throws(AttestationRejection) {
            _ = try verify(chain: chain, challenge: challenge, revocationList: revocationList, at: time)
        } catch {
            reason = error.reason
        }
        var fields: [String: ReportValue] = [:]
        let shown = Array(chain.prefix(Self.maximumCount))
        let certificates = shown.enumerated().map { AttestationCertificate(der: $1, isMadeByPhone: $0 == 0) }
        var deviations = certificates.flatMap { $0?.deviations ?? [] }
        if let leaf = certificates.first ?? nil {
            let point = leaf.publicKey.flatMap { P256.Signing.PublicKey($0) }?.x963Representation
            fields["publicKey"] = point.map { ReportValue($0) } ?? ReportValue(leaf.publicKeyInfo)
            if let value = leaf.certificate.extensions[oid: AndroidKeyDescription.extensionID]?.value,
                let description = try? AndroidKeyDescription(decoding: Array(value))
            {
                fields.merge(description.fields) { $1 }
                deviations += AndroidKeyDescription.deviations(in: value)
            }
            if let attestor = certificates.dropFirst().first ?? nil, leaf.namesIssuer(of: attestor.certificate) {
                deviations.append(.issuerName)
            }
        }
        return AttestationReport(
            kind: .android, time: time, reason: reason, certificates: shown, fields: fields, deviations: deviations)
    }
}

extension AndroidKeyDescription {
    /// The fields of a description under their names in Android's schema.
    fileprivate var fields: [String: ReportValue] {
        [
            "attestationVersion": ReportValue(attestationVersion),
            "attestationSecurityLevel": .text(attestationSecurityLevel.name),
            "keyMintVersion": ReportValue(keyMintVersion),
            "keyMintSecurityLevel": .text(keyMintSecurityLevel.name),
            "attestationChallenge": ReportValue(attestationChallenge),
            "uniqueId": ReportValue(uniqueID),
            "softwareEnforced": .members(softwareEnforced.fields),
            "hardwareEnforced": .members(hardwareEnforced.fields),
        ]
    }
}

extension AndroidKeyDescription.SecurityLevel {
    fileprivate var name: String {
        switch self {
        case .software: "Software"
        case .trustedEnvironment: "TrustedEnvironment"
        case .strongBox: "StrongBox"
        }
    }
}

extension AuthorizationList {
    fileprivate var fields: [String: ReportValue] {
        var fields: [String: ReportValue] = [:]
        for tag in tags {
            fields[tag.description] =
                switch self[tag] {
                case .number(let number): ReportValue(number)
                case .numbers(let numbers): .list(numbers.map { ReportValue($0) })
                case .bytes(let bytes), .unknown(let bytes): ReportValue(bytes)
                case .rootOfTrust(let root): .members(root.fields)
                case .applicationID(let id): .members(id.fields)
                case .present, nil: .flag(true)
                }
        }
        return fields
    }
}

extension RootOfTrust {
    fileprivate var fields: [String: ReportValue] {
        var fields: [String: ReportValue] = [
            "verifiedBootKey": ReportValue(verifiedBootKey),
            "deviceLocked": .flag(isDeviceLocked),
            "verifiedBootState": .text(stateName),
        ]
        if let verifiedBootHash { fields["verifiedBootHash"] = ReportValue(verifiedBootHash) }
        return fields
    }

    private var stateName: String {
        switch verifiedBootState {
        case .verified: "Verified"
        case .selfSigned: "SelfSigned"
        case .unverified: "Unverified"
        case .failed: "Failed"
        }
    }
}

extension AttestationApplicationID {
    fileprivate var fields: [String: ReportValue] {
        [
            "packageInfos": .list(
                packages.map { .members(["packageName": .text($0.name), "version": .number($0.version)]) }),
            "signatureDigests": .list(signatureDigests.map { ReportValue($0) }),
        ]
    }
}
