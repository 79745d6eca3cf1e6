// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
package import X509

/// What tells the certificates of simulated phones from those of a maker of devices: the organisation in their names.
///
/// It protects against a mistake, not against an attack: whoever may choose the roots of a provider is trusted with them.
package enum DevelopmentMark {
    /// The organisation; no maker of devices has this name.
    package static let organization = "Development"
}

extension Certificate {
    /// Whether the subject or the issuer carries the mark of development: no device stands behind what this certificate certifies.
    package var isForDevelopment: Bool {
        [subject, issuer].contains { name in
            name.contains { attributes in
                attributes.contains {
                    $0.type == .RDNAttributeType.organizationName && String($0.value) == DevelopmentMark.organization
                }
            }
        }
    }
}
