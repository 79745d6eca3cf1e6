// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes

/// The id of a request: in the log, in the answer's header, and in error messages for users.
///
/// The server creates it for each request. A header sent by the client is ignored, so that clients cannot write to the log.
package enum CorrelationID {
    /// The name of the answer's header.
    package static let headerName = "X-Correlation-ID"

    static let header = HTTPField.Name(headerName)

    /// Returns a random id of 16 hexadecimal digits.
    package static func random() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
