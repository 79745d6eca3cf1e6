// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import Hummingbird
import Registrar
import WalletVerifier
import WalletVerifierHTTP

/// The demo's verifier with the parties' certificates of one time. The same store and secret are behind all its desks, so that each request
/// can be answered by another one.
struct VerifierGeneration: Sendable {
    private let parties: [DemoParty]
    /// Compares no request with a registration, so that a party can ask for more; its requests have no registration.
    let unregistered: RouterResponder<VerifierContext>
    /// As every verifier should be.
    let registered: RouterResponder<VerifierContext>
    /// Signs with certificates of a registrar that no wallet knows.
    let uncertified: RouterResponder<VerifierContext>
    /// For the work beside requests.
    let desk: VerifierDesk
    /// Its clock is ahead by the life of a session: for it, every open session is over.
    let late: VerifierDesk

    /// - Parameters:
    ///   - parties: the parties with good certificates.
    ///   - now: the servers' time.
    ///   - parts: makes desks and routes.
    /// - Throws: `StartError`, `UnacceptableMember`, `MissingAsset`.
    init(_ parties: [DemoParty], at now: Date, _ parts: VerifierParts) throws {
        self.parties = parties
        let stranger = try DemoRegistrar(now: now)
        func made(isRegistered: Bool) throws -> [Party] {
            try parties.map { try $0.party(certificate: $0.certificate, isRegistered: isRegistered) }
        }
        let strangers = try parties.map { party in
            let subject = try DemoOrganization(site: party.site).subject()
            let certificate = try stranger.certify(party.key.publicKey, of: subject, days: DemoParty.days, now: now)
            return try party.party(certificate: certificate, isRegistered: true)
        }
        let good = try made(isRegistered: true)
        desk = parts.desk(good)
        late = parts.desk(good, ahead: TimeInterval(parts.settings.times.open))
        registered = try parts.responder(desk)
        unregistered = try parts.responder(parts.desk(made(isRegistered: false)))
        uncertified = try parts.responder(parts.desk(strangers))
    }

    /// True if all certificates are good now and for some time.
    func isCurrent(at now: Date) -> Bool { parties.allSatisfy { $0.isCurrent(at: now) } }
}
