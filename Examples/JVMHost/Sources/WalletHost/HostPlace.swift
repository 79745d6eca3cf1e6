// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WalletConfiguration

/// A place outside the app, for the notice `outside.open`.
struct HostPlace: Encodable {
    /// `browser`, `phone`, `appStore`, `clockSettings`, `networkSettings` or `homeScreen`.
    let place: String
    /// The address or the number; nil for the home screen and the settings, and for an app store without a page of the app.
    let address: String?

    init(_ place: OutsidePlace) {
        (self.place, address) =
            switch place {
            case .browser(let address): ("browser", address.text)
            case .phone(let number): ("phone", number)
            case .appStore(let addresses): ("appStore", addresses.android?.text)
            case .clockSettings: ("clockSettings", nil)
            case .networkSettings: ("networkSettings", nil)
            case .homeScreen: ("homeScreen", nil)
            @unknown default: ("unknown", nil)
            }
    }
}
