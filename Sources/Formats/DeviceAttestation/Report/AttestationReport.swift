// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A verdict on an attestation with everything that could be read in it, accepted or not: for support and for auditors, as JSON. It holds no
/// secret; what it shows of the device was sent by the device.
package struct AttestationReport: Codable, Hashable, Sendable {
    /// The kinds of attestations.
    package enum Kind: String, Codable, Hashable, Sendable {
        /// Apple's App Attest.
        case apple
        /// Android's key attestation.
        case android
    }

    /// The verdicts.
    package enum Verdict: String, Codable, Hashable, Sendable {
        /// Every check was passed.
        case accepted
        /// A check was not passed.
        case refused
    }

    /// The kind of the attestation.
    package let kind: Kind
    /// The time for which it was judged, in ISO 8601 and UTC.
    package let time: String
    /// The verdict.
    package let verdict: Verdict
    /// The code of the first check that was not passed (`AttestationRejection.Reason`); nil when all were.
    package let reason: String?
    /// The certificates as they were sent, those that cannot be read included.
    package let certificates: [CertificateReport]
    /// Every field that could be read, by its name in the maker's documentation.
    package let fields: [String: ReportValue]

    init(kind: Kind, time: Date, reason: AttestationRejection.Reason?, certificates: [[UInt8]], fields: [String: ReportValue]) {
        self.kind = kind
        self.time = time.ISO8601Format()
        verdict = reason == nil ? .accepted : .refused
        self.reason = reason?.code
        self.certificates = certificates.map(CertificateReport.init(der:))
        self.fields = fields
    }

    /// The report as JSON, its members in alphabetical order, over several lines.
    ///
    /// - Throws: what Foundation throws; for a report that could be made it does not.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
