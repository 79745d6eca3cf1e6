// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension SharingReturn {
    /// The address for the browser; nil if there is none, or if it is no address that the app opens. It can contain a code that grants
    /// access: never a part of a log, a trace or a screen.
    var page: PageAddress? { address.flatMap { PageAddress($0) } }

    /// The same, without an address that the app does not open.
    var openable: SharingReturn {
        address == nil || page != nil ? self : SharingReturn(address: nil, isAddressDropped: true, event: event)
    }
}
