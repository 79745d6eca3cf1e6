// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A message or document that is one JSON object. Unknown members are ignored, as OpenID4VCI and OAuth require.
public protocol JSONMessage: Codable, Sendable, Hashable {
    /// Reads an object.
    ///
    /// - Throws: ``MalformedMessage`` if a member is missing, has the wrong type, or is outside its limits.
    init(_ object: JSONObject) throws(MalformedMessage)

    /// The message as an object, without unknown members.
    var json: JSONObject { get }
}

extension JSONMessage {
    /// Parses a body of at most ``MessageSize/body`` by default.
    ///
    /// - Throws: ``MalformedMessage``.
    public init(parsing body: [UInt8], maximumBytes: Int = MessageSize.body) throws(MalformedMessage) {
        do throws(JSONError) {
            let object = try JSONObject(parsing: body, limits: JSONLimits(maximumBytes: maximumBytes))
            self = try Self.read(object)
        } catch {
            throw MalformedMessage(error.reason)
        }
    }

    /// Converts the error, because one `do` can only throw one type of error.
    private static func read(_ object: JSONObject) throws(JSONError) -> Self {
        do throws(MalformedMessage) {
            return try Self(object)
        } catch {
            throw JSONError(.unacceptableValue, error.reason)
        }
    }

    /// The encoded message.
    public var body: [UInt8] { json.encode() }

    /// Decodes the text that ``encode(to:)`` wrote.
    ///
    /// - Throws: ``MalformedMessage``, or errors of the decoder.
    public init(from decoder: any Decoder) throws {
        try self.init(
            parsing: Array(decoder.singleValueContainer().decode(String.self).utf8), maximumBytes: MessageSize.stored)
    }

    /// Encodes the message as one string of JSON.
    ///
    /// - Throws: errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: body, as: UTF8.self))
    }
}
