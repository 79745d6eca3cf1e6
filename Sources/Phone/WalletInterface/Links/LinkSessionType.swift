// SPDX-License-Identifier: EUPL-1.2

/// The `session_type` that verifiers put into a link or its `request_uri`: `same_device` for a link to open, `cross_device` for a
/// QR code.
enum LinkSessionType {
    /// Returns true if the query declares a QR code, also if it declares both types.
    ///
    /// - Parameter query: a valid query, without its `?`.
    static func isCrossDevice(_ query: String) -> Bool {
        parameters(query.utf8).contains { name, value in
            saysCrossDevice(name, value)
                || name == Array("request_uri".utf8)
                    && parameters(value.drop { $0 != UInt8(ascii: "?") }.dropFirst().prefix { $0 != UInt8(ascii: "#") })
                        .contains(where: saysCrossDevice)
        }
    }

    private static func saysCrossDevice(_ name: [UInt8], _ value: [UInt8]) -> Bool {
        name == Array("session_type".utf8) && value == Array("cross_device".utf8)
    }

    private static func parameters(_ query: some Collection<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
        query.split(separator: UInt8(ascii: "&")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return (LinkGrammar.decoded(name), LinkGrammar.decoded(pair.dropFirst(name.count + 1)))
        }
    }
}
