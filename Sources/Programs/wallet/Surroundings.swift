// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PhoneWeb
import ServiceLifecycle
import WalletCore

/// The servers around the phone: the demo's own servers, or servers that run elsewhere.
struct Surroundings: Sendable {
    let embedded: EmbeddedEdition
    let browser: SimulatedBrowser
    /// The browser of the laptop beside the phone; nil if the laptop has nothing to open.
    let laptop: SimulatedBrowser?
    /// The web sites that the device column offers.
    let sites: [OfferedSite]
    let world: any World
    /// The demo's own servers, by the names that the wallet uses.
    let names: [ServerName]
    /// The servers that must listen before the page is served.
    let awaited: [ServerName]
    /// The address of the revocation portal; nil if none is known.
    let portal: @Sendable () -> String?
    /// The services that run beside the phone.
    let services: [any Service]
}
