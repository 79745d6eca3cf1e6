// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes

/// The name of a request: in the log, in the answer's header, and in what a user is shown when something goes wrong.
///
/// It is made here for each request. What a client sends in the header is not looked at, so that nobody writes into the log.
package enum CorrelationID {
    /// The header of the answer.
    package static let headerName = "X-Correlation-ID"

    static let header = HTTPField.Name(headerName)

    /// A new one: 16 hexadecimal digits.
    package static func random() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
