// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A verdict on an attestation with all its readable contents, as JSON for support and auditors. It contains no secret; all device data in
/// it was sent by the device.
public struct AttestationReport: Codable, Hashable, Sendable {
    /// The kind of attestation.
    @nonexhaustive public enum Kind: String, Codable, Hashable, Sendable {
        /// Apple App Attest.
        case apple
        /// Android key attestation.
        case android
    }

    /// The result of the verification. The cases are complete.
    public enum Verdict: String, Codable, Hashable, Sendable {
        /// The attestation passed every check.
        case accepted
        /// The attestation failed a check.
        case refused
    }

    /// The kind of attestation.
    public let kind: Kind
    /// The time of the verdict, in ISO 8601 and UTC.
    public let time: String
    /// The result of the verification.
    public let verdict: Verdict
    /// The code of the first failed check (`AttestationRejection.Reason`); nil if accepted.
    public let reason: String?
    /// The certificates as sent, including unreadable certificates.
    public let certificates: [CertificateReport]
    /// Every readable field, by its name in the maker's documentation.
    public let fields: [String: ReportValue]
    /// The known deviations from standards in the readable parts: the number of places of each, by its code. Deviations are not a reason
    /// for refusal.
    public let deviations: [String: Int]

    init(
        kind: Kind, time: Date, reason: AttestationRejection.Reason?, certificates: [[UInt8]], fields: [String: ReportValue],
        deviations: [AttestationDeviation]
    ) {
        self.kind = kind
        self.time = time.ISO8601Format()
        verdict = reason == nil ? .accepted : .refused
        self.reason = reason?.code
        // Apple makes the certificates of iPhones; an Android phone makes that of its key.
        self.certificates = certificates.enumerated().map { CertificateReport(der: $1, isMadeByPhone: kind == .android && $0 == 0) }
        self.fields = fields
        self.deviations = deviations.reduce(into: [:]) { $0[$1.rawValue, default: 0] += 1 }
    }

    /// The report as JSON over several lines, members sorted by name.
    ///
    /// - Throws: `AttestationRejection` with `malformed` if it has no JSON form; never for a report made by a verifier.
    public func json() throws(AttestationRejection) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(self) else { throw AttestationRejection(.malformed) }
        return Array(json)
    }
}
