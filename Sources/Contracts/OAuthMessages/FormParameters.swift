// SPDX-License-Identifier: EUPL-1.2

/// The parameters of a form or query (`application/x-www-form-urlencoded`, RFC 6749 appendix B).
///
/// Names are unique (§3.1, §3.2). A parameter without a value counts as absent, as these sections require.
public struct FormParameters: Sendable, Hashable {
    public static let mediaType = "application/x-www-form-urlencoded"
    /// Default maximum size of a form or query in bytes.
    public static let maximumBytes = 64 * 1024
    /// Maximum number of parameters.
    public static let maximumCount = 64

    /// Non-empty names and values in their order.
    public private(set) var pairs: [Pair]

    /// A name with its value.
    public struct Pair: Sendable, Hashable {
        /// The name, decoded.
        public let name: String
        /// The value, decoded.
        public let value: String
    }

    /// Parameters for sending; nil and empty values are omitted. Names must differ.
    public init(_ pairs: [(String, String?)] = []) {
        self.pairs = pairs.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : Pair(name: name, value: $0) }
        }
    }

    /// Parses received parameters.
    ///
    /// - Parameter maximumBytes: maximum size in bytes; 64 KiB by default.
    /// - Throws: ``MalformedMessage`` for too much input, a duplicate name, a broken escape or invalid UTF-8.
    public init(parsing bytes: some Collection<UInt8>, maximumBytes: Int = Self.maximumBytes) throws(MalformedMessage) {
        guard bytes.count <= maximumBytes else { throw MalformedMessage("more parameters than are read") }
        var names: Set<[UInt8]> = []
        pairs = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            guard names.count < Self.maximumCount else { throw MalformedMessage("more parameters than are read") }
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decodeForm(sides[0]), !name.isEmpty,
                let value = sides.count > 1 ? PercentEncoding.decodeForm(sides[1]) : ""
            else { throw MalformedMessage("a parameter that cannot be read") }
            guard names.insert(Array(name.utf8)).inserted else { throw MalformedMessage("a parameter twice") }
            if !value.isEmpty { pairs.append(Pair(name: name, value: value)) }
        }
    }

    /// The value of a parameter; nil if absent.
    public subscript(_ name: String) -> String? { pairs.first { $0.name.isExactly(name) }?.value }

    /// The encoded form or query.
    public var encoded: String {
        pairs.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
    }

    /// The value of a parameter of visible ASCII characters and spaces.
    ///
    /// - Throws: ``MalformedMessage`` if the parameter is missing, too long, or has other characters.
    package func token(_ name: String, maximum: Int = Members.maximumTextBytes) throws(MalformedMessage) -> String {
        guard let value = self[name] else { throw MalformedMessage("no parameter \(name)") }
        guard value.utf8.count <= maximum, value.isVisibleASCII else { throw MalformedMessage("\(name) is not acceptable") }
        return value
    }

    /// Reads the parameter as `token`; nil if absent.
    package func optionalToken(_ name: String, maximum: Int = Members.maximumTextBytes) throws(MalformedMessage) -> String? {
        self[name] == nil ? nil : try token(name, maximum: maximum)
    }
}
