// SPDX-License-Identifier: EUPL-1.2

/// The `session_type` that verifiers put into a link or its `request_uri`: `same_device` for a link to open, `cross_device` for a
/// QR code.
enum LinkSessionType: String {
    case sameDevice = "same_device"
    case crossDevice = "cross_device"

    /// The type that the query declares; nil without one. A query that declares both types declares a QR code.
    ///
    /// - Parameter query: a valid query, without its `?`.
    init?(declaredIn query: String) {
        let values = Self.parameters(query.utf8).flatMap { name, value -> [[UInt8]] in
            if name == Array("session_type".utf8) { return [value] }
            guard name == Array("request_uri".utf8) else { return [] }
            return Self.parameters(value.drop { $0 != UInt8(ascii: "?") }.dropFirst().prefix { $0 != UInt8(ascii: "#") })
                .filter { $0.name == Array("session_type".utf8) }.map { $0.value }
        }
        guard let type = [Self.crossDevice, .sameDevice].first(where: { values.contains(Array($0.rawValue.utf8)) }) else { return nil }
        self = type
    }

    private static func parameters(_ query: some Collection<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
        query.split(separator: UInt8(ascii: "&")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return (LinkGrammar.decoded(name), LinkGrammar.decoded(pair.dropFirst(name.count + 1)))
        }
    }
}
