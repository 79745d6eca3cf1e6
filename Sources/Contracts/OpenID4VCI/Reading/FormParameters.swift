// SPDX-License-Identifier: EUPL-1.2

/// Parameters of a form or of a query (`application/x-www-form-urlencoded`, RFC 6749 appendix B).
///
/// A name stands once (§3.1, §3.2). A parameter without a value counts as absent, as these sections ask for.
package struct FormParameters: Sendable, Hashable {
    /// The media type of a form.
    package static let mediaType = "application/x-www-form-urlencoded"
    /// The most parameters that are read.
    package static let maximumCount = 64

    /// Names and values in their order, none of them empty.
    package private(set) var pairs: [Pair]

    /// A parameter.
    package struct Pair: Sendable, Hashable {
        /// The name.
        package let name: String
        /// The value.
        package let value: String
    }

    /// Parameters to send; those without a value, nil or empty, are left out. Names must differ.
    package init(_ pairs: [(String, String?)] = []) {
        self.pairs = pairs.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : Pair(name: name, value: $0) }
        }
    }

    /// The parameters that were received.
    ///
    /// - Parameter maximumBytes: the most bytes that are looked at; 64 KiB unless told.
    /// - Throws: ``MalformedMessage`` for too much of it, a name twice, a broken escape or text that is not UTF-8.
    package init(parsing bytes: some Collection<UInt8>, maximumBytes: Int = 64 * 1024) throws(MalformedMessage) {
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

    /// The value of a parameter, nil without one.
    package subscript(_ name: String) -> String? { pairs.first { $0.name.isExactly(name) }?.value }

    /// The text of a form or a query.
    package var encoded: String {
        pairs.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
    }

    /// The value of a parameter of visible ASCII characters.
    ///
    /// - Throws: ``MalformedMessage`` without one, for a longer one or other characters.
    func token(_ name: String, maximum: Int = 2048) throws(MalformedMessage) -> String {
        guard let value = self[name] else { throw MalformedMessage("no parameter \(name)") }
        guard value.utf8.count <= maximum, value.isVisibleASCII else { throw MalformedMessage("\(name) is not acceptable") }
        return value
    }

    func optionalToken(_ name: String, maximum: Int = 2048) throws(MalformedMessage) -> String? {
        self[name] == nil ? nil : try token(name, maximum: maximum)
    }
}
