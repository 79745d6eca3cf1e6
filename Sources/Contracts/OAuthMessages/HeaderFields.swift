// SPDX-License-Identifier: EUPL-1.2

/// Header fields of a request or response. Names are case-insensitive (RFC 9110 §5.1).
public struct HeaderFields: Sendable, Hashable {
    /// A header field.
    public struct Field: Sendable, Hashable {
        /// The name with its original case.
        public let name: String
        /// The value without surrounding spaces.
        public let value: String

        /// A header field; the value has no surrounding spaces.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in their order.
    public private(set) var fields: [Field]

    /// Header fields in this order.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Appends a field.
    public mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

    /// The values of all fields with this name.
    public func values(_ name: String) -> [String] {
        let name = name.lowercased()
        return fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The value of the only field with this name; nil if absent.
    ///
    /// - Throws: ``MalformedMessage`` if there are several.
    public func single(_ name: String) throws(MalformedMessage) -> String? {
        let values = values(name)
        guard values.count <= 1 else { throw MalformedMessage("header field \(name) twice") }
        return values.first
    }
}
