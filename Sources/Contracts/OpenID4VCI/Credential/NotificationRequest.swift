// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A notification to the issuer about issued credentials (OpenID4VCI §11.1).
public struct NotificationRequest: JSONMessage {
    /// The outcome for the credentials. The cases are complete.
    public enum Event: String, Sendable, Hashable, CaseIterable, Codable {
        /// The wallet stored the credentials.
        case accepted = "credential_accepted"
        /// Storing failed for a technical reason.
        case failure = "credential_failure"
        /// The user rejected the credentials.
        case deleted = "credential_deleted"
    }

    /// Maximum size of a request in bytes.
    public static let maximumBytes = 16 * 1024

    /// `notification_id`.
    public let identifier: String
    /// `event`.
    public let event: Event

    /// A notification without description, which could only reveal more than the issuer needs.
    public init(identifier: String, event: Event) {
        self.identifier = identifier
        self.event = event
    }

    /// Reads an object. The description is validated and discarded.
    ///
    /// - Throws: `MalformedMessage`.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        identifier = try members.token("notification_id", maximum: Members.maximumIdentifierBytes)
        guard let event = Event(rawValue: try members.token("event", maximum: Members.maximumWordBytes)) else {
            throw MalformedMessage("event is none that is known")
        }
        self.event = event
        if let description = try members.optionalToken("event_description") {
            // §11.1 excludes the quotation mark and the reverse solidus.
            guard !description.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) else { throw MalformedMessage("event_description") }
        }
    }

    public var json: JSONObject { ["notification_id": .string(identifier), "event": .string(event.rawValue)] }
}
