// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import JOSE
import ServerCommands
import WalletConfiguration
import WalletProvider
import X509

/// The known state of a next key's publication, and the obstacles to activating it now.
///
/// Phones accept only responses signed with keys in their configuration. If the provider signs with an unknown key, phones refuse every
/// response, while the provider counts unlocks and no monitor reports a failure. Issuers accept only attestations by certified keys.
struct KeyPublication: Sendable, Hashable {
    /// The known facts, one sentence each.
    private(set) var facts: [String] = []
    /// Reasons why responses would be refused if the key signed now, one sentence each; empty if activating is safe.
    private(set) var obstacles: [String] = []

    var isSafe: Bool { obstacles.isEmpty }

    /// The relevant keys of a purpose.
    struct Keys: Sendable {
        let purpose: SigningPurpose
        let next: HSMPublicKey
        let active: HSMPublicKey
    }

    /// Adds an obstacle.
    mutating func object(_ obstacle: String) { obstacles.append(obstacle) }
}

// MARK: - Keys that phones know by configuration

extension KeyPublication {
    /// The seconds after which every phone that is switched on has a new configuration: two poll intervals, because one poll may fail, and
    /// a minute, because the response may be cached for so long.
    static func wait(pollSeconds: Int) -> TimeInterval { TimeInterval(2 * pollSeconds + 60) }

    /// Evaluates the served configuration.
    ///
    /// - Parameters:
    ///   - keys: keys of the purpose `certificate` or `result`.
    ///   - published: the served configuration; nil if unknown.
    ///   - formerPollSeconds: the poll interval in the preceding configuration; nil if unknown.
    init(of keys: Keys, in published: PublishedConfiguration?, formerPollSeconds: Int?, now: Date) {
        facts.append("the next key is \(keys.next.keyID), the key that signs is \(keys.active.keyID)")
        guard let published else {
            obstacles.append("give --configuration and --signers; without them the command cannot check whether phones have the next key")
            return
        }
        let document = published.document
        facts.append("configuration version \(document.version) is in force since \(Terminal.text(published.since))")
        let provider = document.contents.provider
        let known = keys.purpose == .certificate ? provider.certificateKeys : provider.resultKeys
        let member = keys.purpose == .certificate ? "provider.certificate_keys" : "provider.result_keys"
        guard known[keys.next.keyID] == JWK(keys.next.key) else {
            let isNamed = known[keys.next.keyID] != nil
            let what = isNamed ? "has another key under the name of" : "lacks"
            obstacles.append("version \(document.version) \(what) the next key in \(member)")
            return
        }
        facts.append("version \(document.version) has the next key in \(member)")
        if known[keys.active.keyID] != JWK(keys.active.key) {
            obstacles.append(
                "version \(document.version) lacks the key that signs now in \(member): keep it there until a day after the activation")
        }
        let interval = max(document.contents.features.configurationPollSeconds, formerPollSeconds ?? 0)
        facts.append("phones ask for a configuration every \(interval) s, and when they start")
        if formerPollSeconds == nil {
            facts.append("if the preceding configuration has a longer interval, give it with --former-configuration")
        }
        let end = published.since.addingTimeInterval(Self.wait(pollSeconds: interval))
        if now < end { obstacles.append("some phones may not have fetched it yet; activate the key from \(Terminal.text(end)) on") }
    }
}

// MARK: - The key of attestations

extension KeyPublication {
    /// Evaluates the certificates of the attestation keys.
    ///
    /// - Parameter chains: the certificate chains of all servers, each with the key's own certificate first.
    init(of keys: Keys, certifiedBy chains: [[Certificate]], now: Date) {
        facts.append("the next key is \(keys.next.keyID), the key that signs is \(keys.active.keyID)")
        do {
            _ = try AttestationCertificates(chains, of: [keys.next, keys.active], at: now)
            facts.append("the next key has a certificate; every server must have been started with it (--attestation-certificate)")
        } catch {
            obstacles.append("\(error)")
        }
    }
}
