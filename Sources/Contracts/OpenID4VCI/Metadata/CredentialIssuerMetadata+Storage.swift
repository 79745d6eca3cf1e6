// SPDX-License-Identifier: EUPL-1.2

import JSON

/// Storage of received metadata: as ``json``, with the odd kinds in a member that is never published.
extension CredentialIssuerMetadata {
    private static let oddMember = "odd_configurations"

    /// Decodes the text that ``encode(to:)`` wrote. Text without odd kinds is the published form.
    ///
    /// - Throws: `MalformedMessage`, or errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let object: JSONObject
        do throws(JSONError) {
            object = try JSONObject(parsing: Array(text.utf8), limits: JSONLimits(maximumBytes: IssuanceResponse.maximumStoredBytes))
        } catch {
            throw MalformedMessage(error.reason)
        }
        try self.init(object)
        oddConfigurations = try Self.oddConfigurations(in: object)
    }

    /// Encodes the metadata as one string of JSON. The odd kinds belong to it, so that an issuance that was stored still says what is odd.
    ///
    /// - Throws: errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var object = json
        if !oddConfigurations.isEmpty {
            object.append(
                Self.oddMember,
                .array(oddConfigurations.map { ["identifier": .string($0.identifier), "reason": .string($0.fault.reason)] }))
        }
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: object.encode(), as: UTF8.self))
    }

    private static func oddConfigurations(in object: JSONObject) throws(MalformedMessage) -> [OddConfiguration] {
        var odd: [OddConfiguration] = []
        for value in try Members(object).optionalArray(oddMember, maximum: maximumConfigurations) ?? [] {
            guard case .object(let entry) = value, case .string(let identifier)? = entry["identifier"],
                case .string(let reason)? = entry["reason"]
            else { throw MalformedMessage("\(oddMember) has another form") }
            odd.append(OddConfiguration(identifier: identifier, fault: MalformedMessage(reason)))
        }
        return odd
    }
}
