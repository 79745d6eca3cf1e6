// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes

/// The id of a request: in the log, in the answer's header, and in error messages for users.
///
/// The server creates it for each request. A header sent by the client is ignored, so that clients cannot write to the log.
package enum CorrelationID {
    /// The name of the answer's header.
    package static let headerName = "X-Correlation-ID"

    static let header = HTTPField.Name(headerName)

    /// Returns the id with this number: 16 hexadecimal digits.
    package static func text(_ number: UInt64) -> String { HexadecimalDigits.text(number) }
}
