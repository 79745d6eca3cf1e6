// SPDX-License-Identifier: EUPL-1.2

/// The names of a product. In JSON: `{"product": "…", "products": "…"}`.
public struct BrandNames: Sendable, Hashable, Codable {
    /// One wallet, also the app's name below its icon.
    package let product: String
    /// More than one wallet.
    package let products: String

    /// Creates the names of one wallet and of more than one.
    public init(product: String, products: String) {
        self.product = product
        self.products = products
    }
}
