// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
package import X509

/// The organisational unit that marks every certificate of this registrar, so that a production configuration can refuse its roots.
///
/// The mark protects against mistakes, not attacks: an operator who chooses the roots of a configuration is trusted.
package enum TestMark {
    /// The organisational unit (2.5.4.11).
    package static let unit = "For tests only"

    /// True if subject or issuer has the mark.
    package static func isOn(_ certificate: Certificate) -> Bool {
        [certificate.subject, certificate.issuer].contains { name in
            name.contains { attributes in
                attributes.contains { $0.type == .RDNAttributeType.organizationalUnitName && String($0.value) == unit }
            }
        }
    }

    /// True if the bytes are a certificate with the mark.
    package static func isOn(der: [UInt8]) -> Bool { (try? Certificate(derEncoded: der)).map { isOn($0) } ?? false }
}
