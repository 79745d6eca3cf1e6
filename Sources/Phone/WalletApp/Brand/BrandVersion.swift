// SPDX-License-Identifier: EUPL-1.2

/// The versions of a product's app: three numbers with dots.
public struct BrandVersion: Sendable, Hashable {
    package let released: String
    /// The version that follows, for trying out an update.
    package let next: String

    /// Creates the versions: the released version and the next version.
    public init(released: String, next: String) {
        self.released = released
        self.next = next
    }
}
