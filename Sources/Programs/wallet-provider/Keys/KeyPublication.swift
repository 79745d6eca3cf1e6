// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import JOSE
import WalletConfiguration
import WalletProvider
import X509

/// What is known about the publication of a next key, and what speaks against activating it now.
///
/// Phones accept answers of the keys in their configuration only. If a key signs that they do not know, they refuse every answer, while the provider
/// counts unlocks and no monitor sees a failure. Issuers accept attestations of certified keys only.
struct KeyPublication: Sendable, Hashable {
    /// What is known, a sentence each.
    private(set) var facts: [String] = []
    /// Why answers would be refused if the key signed now, a sentence each; none when activating is safe.
    private(set) var obstacles: [String] = []

    /// Whether nothing speaks against activating the key now.
    var isSafe: Bool { obstacles.isEmpty }

    /// The keys of a purpose that matter.
    struct Keys: Sendable {
        let purpose: SigningPurpose
        let next: HSMPublicKey
        let active: HSMPublicKey
    }

    /// Adds a reason.
    mutating func object(_ obstacle: String) { obstacles.append(obstacle) }
}

// MARK: - Keys that phones know by configuration

extension KeyPublication {
    /// How long a configuration must be in force before phones that are on have it, in seconds: twice the time between two polls, for one of them may
    /// fail, and the minute for which the answer may be cached.
    static func wait(pollSeconds: Int) -> TimeInterval { TimeInterval(2 * pollSeconds + 60) }

    /// Judges by the configuration that is served.
    ///
    /// - Parameters:
    ///   - keys: of the purpose `certificate` or `result`.
    ///   - published: what is served, nil when it is not known.
    ///   - formerPollSeconds: time between two polls by the configuration before it, nil when it is not known.
    init(of keys: Keys, in published: PublishedConfiguration?, formerPollSeconds: Int?, now: Date) {
        facts.append("the next key is \(keys.next.keyID), the key that signs is \(keys.active.keyID)")
        guard let published else {
            obstacles.append("no configuration was given, so it is not known whether phones have the next key (--configuration, --signers)")
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
            facts.append("if the configuration before it says longer, give it with --former-configuration")
        }
        let end = published.since.addingTimeInterval(Self.wait(pollSeconds: interval))
        if now < end { obstacles.append("phones may not have asked yet; activate it from \(Terminal.text(end)) on") }
    }
}

// MARK: - The key of attestations

extension KeyPublication {
    /// Judges by the certificates of the attestation keys.
    ///
    /// - Parameter chains: those with which all servers run, each with the key's own certificate first.
    init(of keys: Keys, certifiedBy chains: [[Certificate]], now: Date) {
        facts.append("the next key is \(keys.next.keyID), the key that signs is \(keys.active.keyID)")
        do throws(ConfigurationError) {
            _ = try AttestationCertificates(chains, of: [keys.next, keys.active], at: now)
            facts.append("the next key has a certificate; every server must have been started with it (--attestation-certificate)")
        } catch {
            obstacles.append("\(error)")
        }
    }
}
