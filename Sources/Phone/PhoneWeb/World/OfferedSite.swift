// SPDX-License-Identifier: EUPL-1.2

/// A web site that the device column offers to open, on the phone or on the laptop.
package struct OfferedSite: Sendable, Hashable {
    /// The name on the page, such as that of a shop.
    package let name: String
    /// The address of its first page, `https://…`, which the browsers resolve.
    package let address: String
    /// One sentence about what happens there.
    package let subtitle: String

    package init(name: String, address: String, subtitle: String) {
        self.name = name
        self.address = address
        self.subtitle = subtitle
    }
}
