// SPDX-License-Identifier: EUPL-1.2

public import X509

/// Whom a wallet believes, and for how long it may answer a request. Nothing in a request adds to it.
public struct WalletSettings: Sendable {
    /// The roots of access certificates; without one no verifier is known.
    public let accessRoots: [Certificate]
    /// The roots of registrars; without one no registration can be verified. None has the key of an access root: every verifier below it
    /// could register itself.
    public let registrarRoots: [Certificate]
    /// Maximum time from receiving a request to approving it, in seconds, at least 0.
    public let maximumAge: Int64

    /// Settings; a negative age counts as 0, and a registrar root with the key of an access root is left out.
    public init(accessRoots: [Certificate], registrarRoots: [Certificate], maximumAge: Int64 = 300) {
        self.accessRoots = accessRoots
        self.registrarRoots = registrarRoots.filter { root in !accessRoots.contains { $0.publicKey == root.publicKey } }
        self.maximumAge = max(0, maximumAge)
    }
}
