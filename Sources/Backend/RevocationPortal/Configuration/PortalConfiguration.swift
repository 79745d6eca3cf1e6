// SPDX-License-Identifier: EUPL-1.2

package import ServerKit

/// What an operator sets.
package struct PortalConfiguration: Sendable {
    let origin: PublicOrigin
    let supportPage: WebAddress?
    let appStore: WebAddress?
    let playStore: WebAddress?
    let trustedProxies: TrustedProxies
    let formLifetime: Duration
    let outcomeLifetime: Duration

    /// A portal's configuration.
    ///
    /// - Parameters:
    ///   - origin: the portal's public address.
    ///   - supportPage: where *Back to support* leads (UC10.1/1.2a); without one, to the form.
    ///   - appStore: the app's page for feedback and download (UC10.1/1.2b); without any, the page says it in words.
    ///   - playStore: the same for Android.
    ///   - trustedProxies: who may say from which address a request comes.
    ///   - formLifetime: how long a form that was opened can be sent: 1 minute to 1 day.
    ///   - outcomeLifetime: how long the outcome can be shown again: 1 minute to 1 hour.
    /// - Throws: `PortalError` for a lifetime outside its range.
    package init(
        origin: PublicOrigin, supportPage: WebAddress? = nil, appStore: WebAddress? = nil, playStore: WebAddress? = nil,
        trustedProxies: TrustedProxies = .none, formLifetime: Duration = .seconds(2 * 3600), outcomeLifetime: Duration = .seconds(600)
    ) throws(PortalError) {
        guard (.seconds(60) ... .seconds(86_400)).contains(formLifetime) else {
            throw PortalError(.badConfiguration, "a form lives 1 minute to 1 day")
        }
        guard (.seconds(60) ... .seconds(3600)).contains(outcomeLifetime) else {
            throw PortalError(.badConfiguration, "an outcome is shown for 1 minute to 1 hour")
        }
        self.origin = origin
        self.supportPage = supportPage
        self.appStore = appStore
        self.playStore = playStore
        self.trustedProxies = trustedProxies
        self.formLifetime = formLifetime
        self.outcomeLifetime = outcomeLifetime
    }
}
