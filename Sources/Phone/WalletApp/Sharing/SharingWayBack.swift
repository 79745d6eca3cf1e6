// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The way back to the place where a request began. The address itself is no part of a screen: it can contain a code that grants access.
enum SharingWayBack: String, Sendable, Hashable, CaseIterable {
    /// The organization gave an address, which the browser opens.
    case website
    /// The request began on this phone, and there is no address: the person goes back to the browser.
    case byHand
    /// As `byHand`: the organization gave an address that is not followed.
    case addressRefused
    /// The request was on another device's screen.
    case otherScreen

    init(_ arrival: SharingArrival, _ back: SharingReturn) {
        self =
            switch arrival {
            case .crossDevice: .otherScreen
            case .sameDevice: back.address != nil ? .website : back.isAddressDropped ? .addressRefused : .byHand
            }
    }

    /// The next step of the person.
    var words: Text { Text("sharing.back.\(rawValue)") }
}
