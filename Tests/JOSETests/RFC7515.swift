// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON

/// The example of RFC 7515 Appendix A.3 (ES256).
enum RFC7515 {
    static let header = "eyJhbGciOiJFUzI1NiJ9"
    static let payload = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    static let signature = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    static let token = "\(header).\(payload).\(signature)"

    static var privateKey: P256.Signing.PrivateKey {
        get throws { try P256.Signing.PrivateKey(rawRepresentation: Base64URL.decode("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")) }
    }
}
