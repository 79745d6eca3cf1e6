// SPDX-License-Identifier: EUPL-1.2

package import ServerKit

/// The operator's settings of the portal.
package struct PortalConfiguration: Sendable {
    let skin: PortalSkin
    let origin: PublicOrigin
    let supportPage: ExternalAddress?
    let appStore: ExternalAddress?
    let playStore: ExternalAddress?
    let trustedProxies: TrustedProxies
    let formLifetime: Duration
    let outcomeLifetime: Duration

    /// - Parameters:
    ///   - skin: the product's name, languages and look.
    ///   - origin: the portal's public address.
    ///   - supportPage: the target of *Back to support* (UC10.1/1.2a); nil for the form.
    ///   - appStore: the app's store page for feedback and download (UC10.1/1.2b). Without any store page, the portal shows text only.
    ///   - playStore: the same for Android.
    ///   - trustedProxies: the proxies whose forwarded client addresses are trusted.
    ///   - formLifetime: the time for which an opened form can be submitted; 1 minute to 1 day.
    ///   - outcomeLifetime: the time for which the outcome can be shown again; 1 minute to 1 hour.
    /// - Throws: `PortalError` for a lifetime outside its range.
    package init(
        skin: PortalSkin = .nlWallet, origin: PublicOrigin, supportPage: ExternalAddress? = nil, appStore: ExternalAddress? = nil,
        playStore: ExternalAddress? = nil,
        trustedProxies: TrustedProxies = .none, formLifetime: Duration = .seconds(2 * 3600), outcomeLifetime: Duration = .seconds(600)
    ) throws(PortalError) {
        guard (.seconds(60) ... .seconds(86_400)).contains(formLifetime) else {
            throw PortalError(.badConfiguration, "a form lives 1 minute to 1 day")
        }
        guard (.seconds(60) ... .seconds(3600)).contains(outcomeLifetime) else {
            throw PortalError(.badConfiguration, "an outcome is shown for 1 minute to 1 hour")
        }
        self.skin = skin
        self.origin = origin
        self.supportPage = supportPage
        self.appStore = appStore
        self.playStore = playStore
        self.trustedProxies = trustedProxies
        self.formLifetime = formLifetime
        self.outcomeLifetime = outcomeLifetime
    }
}
