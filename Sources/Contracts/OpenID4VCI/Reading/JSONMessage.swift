// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// A message or document that is one JSON object. Members that nobody here knows are let be, as OpenID4VCI and OAuth ask for.
package protocol JSONMessage: Codable, Sendable, Hashable {
    /// The message that an object holds.
    ///
    /// - Throws: ``MalformedMessage`` for a missing member, one of another type, or a value outside its limits.
    init(_ object: JSONObject) throws(MalformedMessage)

    /// The object, without what is not known here.
    var json: JSONObject { get }
}

extension JSONMessage {
    /// The message that bytes hold; 256 KiB at most, unless told.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(parsing body: [UInt8], maximumBytes: Int = 256 * 1024) throws(MalformedMessage) {
        do throws(JSONError) {
            let object = try JSONObject(parsing: body, limits: JSONLimits(maximumBytes: maximumBytes))
            self = try Self.read(object)
        } catch {
            throw MalformedMessage(error.reason)
        }
    }

    /// Lets one `do` have one type of error.
    private static func read(_ object: JSONObject) throws(JSONError) -> Self {
        do throws(MalformedMessage) {
            return try Self(object)
        } catch {
            throw JSONError(.unacceptableValue, error.reason)
        }
    }

    /// The bytes of the body.
    package var body: [UInt8] { json.encode() }

    /// Reads it back from what ``encode(to:)`` wrote.
    ///
    /// - Throws: ``MalformedMessage``, or what the decoder throws.
    package init(from decoder: any Decoder) throws {
        try self.init(parsing: Array(decoder.singleValueContainer().decode(String.self).utf8), maximumBytes: 1024 * 1024)
    }

    /// Writes it as one text of JSON.
    ///
    /// - Throws: what the encoder throws.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: body, as: UTF8.self))
    }
}
