// SPDX-License-Identifier: EUPL-1.2

package import OAuthMessages

/// A webhook to POST now. Delivery is at least once; a party knows repetitions by the header ``WebhookDelivery/idHeader``.
package struct WebhookDelivery: Sendable, Hashable {
    /// The id of the note; for ``VerifierDesk/settle(_:isDelivered:)``.
    package let noteID: [UInt8]
    /// The name of the party, for the log.
    package let party: String
    /// The address.
    package let url: HTTPSURL
    /// The header fields, `Content-Type` among them.
    package let headers: [(name: String, value: String)]
    /// The body: JSON without personal data.
    package let body: [UInt8]
    /// The number of this attempt, from 1.
    package let attempt: Int64
    /// When the session ended, in seconds since 1970.
    let happenedAt: Int64

    /// The header with the id of the event, the same in every attempt.
    package static let idHeader = "Webhook-Id"
    /// The header with the time of this attempt, in seconds since 1970.
    package static let timeHeader = "Webhook-Timestamp"
    /// The header with `v1=` and the HMAC-SHA-256, in lower-case hexadecimal, of time, `.` and body, by the party's webhook key.
    package static let signatureHeader = "Webhook-Signature"

    /// Compares everything but the header fields, which follow from the rest and the time.
    package static func == (left: WebhookDelivery, right: WebhookDelivery) -> Bool {
        left.noteID == right.noteID && left.url == right.url && left.body == right.body && left.attempt == right.attempt
    }

    /// Hashes the note's id.
    package func hash(into hasher: inout Hasher) { hasher.combine(noteID) }
}
