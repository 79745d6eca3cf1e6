// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// What became of credentials (OpenID4VCI §11.1).
package struct NotificationRequest: JSONMessage {
    /// What became of them.
    package enum Event: String, Sendable, Hashable, CaseIterable, Codable {
        /// They are stored.
        case accepted = "credential_accepted"
        /// They are not, for a reason that nobody chose.
        case failure = "credential_failure"
        /// The person did not want them.
        case deleted = "credential_deleted"
    }

    /// `notification_id`.
    package let identifier: String
    /// `event`.
    package let event: Event

    /// A notification. A description is never sent: it could only say more than the issuer needs.
    package init(identifier: String, event: Event) {
        self.identifier = identifier
        self.event = event
    }

    /// The notification that an object holds. A description is checked and forgotten.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        identifier = try members.token("notification_id", maximum: 512)
        guard let event = Event(rawValue: try members.token("event", maximum: 64)) else {
            throw MalformedMessage("event is none that is known")
        }
        self.event = event
        if let description = try members.optionalToken("event_description") {
            // §11.1: neither quotation mark nor reverse solidus.
            guard !description.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) else { throw MalformedMessage("event_description") }
        }
    }

    /// The object to send.
    package var json: JSONObject { ["notification_id": .string(identifier), "event": .string(event.rawValue)] }
}
