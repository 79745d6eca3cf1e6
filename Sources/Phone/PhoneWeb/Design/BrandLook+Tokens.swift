// SPDX-License-Identifier: EUPL-1.2

package import WalletApp

extension BrandLook {
    /// The colours as values of design tokens, by the tokens' names.
    package var tokens: [String: String] {
        Dictionary(
            uniqueKeysWithValues: colors.map { part, color in
                let (light, dark) = (Self.code(color.light), Self.code(color.dark))
                return ("--" + part.rawValue, light == dark ? light : "light-dark(\(light), \(dark))")
            })
    }

    private static func code(_ color: UInt32) -> String {
        let digits = String(color & 0xFF_FFFF, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
