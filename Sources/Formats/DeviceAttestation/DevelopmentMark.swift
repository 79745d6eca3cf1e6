// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
package import X509

/// The organisation name that marks certificates of simulated phones.
///
/// The mark protects against mistakes, not attacks: an operator who chooses a provider's roots is trusted.
package enum DevelopmentMark {
    /// The organisation; no device maker has this name.
    package static let organization = "Development"
}

extension Certificate {
    /// True if subject or issuer has the development mark: the certificate does not belong to a real device.
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
