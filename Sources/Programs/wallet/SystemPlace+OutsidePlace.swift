// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WalletConfiguration

extension SystemPlace {
    /// The place that a phone of this kind opens at the app's request; nil for the home screen.
    init?(_ place: OutsidePlace, on kind: PhoneKind) {
        switch place {
        case .appStore(let pages):
            let page =
                switch kind {
                case .iPhone: pages.ios
                case .android: pages.android
                }
            self = .appStore(page?.text)
        case .browser(let page): self = .browser(page.text)
        case .page(let page): self = .browser(page.text)
        case .phone(let number): self = .dialler(number)
        case .mail(let address): self = .mail(address)
        case .appSettings: self = .appSettings
        case .clockSettings: self = .clockSettings
        case .networkSettings: self = .networkSettings
        case .file(let name, let bytes): self = .file(SavedFile(name: name, bytes: bytes))
        case .homeScreen: return nil
        }
    }
}
