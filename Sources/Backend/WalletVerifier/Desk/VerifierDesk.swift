// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import OpenID4VP
package import OpenID4VPVerifier
package import StatusList

/// The verifier's sessions, without HTTP and without a database.
///
/// All state is in the store, so several servers may run beside each other, and each may be restarted at any time.
package struct VerifierDesk: Sendable {
    /// Looks up the status of a credential; nil if it is not known.
    package typealias StatusLookup = @Sendable (_ reference: StatusListReference, _ now: Int64) async -> TokenStatus?

    /// The settings.
    package let settings: VerifierSettings
    let parties: [Party]
    let store: any SessionStore
    let status: StatusLookup
    let clock: @Sendable () -> Date
    let random: @Sendable (_ count: Int) -> [UInt8]

    /// A desk.
    ///
    /// - Parameters:
    ///   - parties: the parties, with different names and API keys.
    ///   - store: an open store. The caller closes it.
    ///   - secret: at least 32 secret bytes, the same for all servers of one store. Seals contents and authenticates links.
    ///   - status: looks up the status of a credential, in a time that a waiting wallet bears.
    ///   - clock: the current time.
    ///   - random: returns this number of bytes from a cryptographically secure source.
    package init(
        settings: VerifierSettings, parties: [Party], store: any SessionStore, secret: [UInt8], status: @escaping StatusLookup,
        clock: @escaping @Sendable () -> Date, random: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.settings = settings
        self.parties = parties
        self.store = store
        self.status = status
        self.clock = clock
        self.random = random
    }
}
