// SPDX-License-Identifier: EUPL-1.2

package import WalletApp
import WalletConfiguration

extension Brand {
    /// All brands; the first is the default brand.
    package static let all = [nlWallet, example]

    /// The brand with this identifier; nil for an unknown identifier.
    package static func named(_ identifier: String) -> Brand? { all.first { $0.identifier == identifier } }
}

extension WebAddress {
    /// A brand's address, which is written in the program; a malformed one ends it.
    static func known(_ text: StaticString) -> WebAddress {
        guard let address = WebAddress("\(text)") else { preconditionFailure("\(text) is no address") }
        return address
    }
}
