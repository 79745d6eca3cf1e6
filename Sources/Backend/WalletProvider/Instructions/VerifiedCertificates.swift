// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import ProviderProtocol
import Synchronization

/// Certificates whose signature this process has verified, so that a wallet's next message needs no verification of its certificate.
///
/// A certificate is found by the SHA-256 of its text. The caller looks up the key that signed it each time, so a certificate of a retired
/// key is rejected. The entries are in memory only: write access to the database adds no entry. The number of entries is limited, and the
/// certificate of a dropped entry is verified again. Beside a certificate it keeps what this process knows of the account (`KnownPIN`).
///
/// - SeeAlso: threat-model.md, *PIN and provider*.
package final class VerifiedCertificates: Sendable {
    /// A verified certificate and the id of the key that signed it.
    struct Entry: Sendable {
        let certificate: WalletCertificate
        let keyID: String
        /// The account as known from the last right PIN; nil if the next message must read it.
        var pin: KnownPIN?
    }

    /// Entries are dropped by generation: when the new generation is full, the old generation is forgotten.
    private struct Generations {
        var new: [SHA256Digest: Entry] = [:]
        var old: [SHA256Digest: Entry] = [:]
    }

    private let limit: Int
    private let generations = Mutex(Generations())

    /// - Parameter limit: the maximum number of entries of a generation, of which there are two; an entry takes about 1 kB.
    package init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// Returns the SHA-256 of a certificate's text, without a copy of the text.
    static func digest(of text: String) -> SHA256Digest {
        var hash = SHA256()
        var text = text
        text.withUTF8 { unsafe hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        return hash.finalize()
    }

    /// Returns the entry of this text; nil if it was never verified or is forgotten.
    func entry(of text: SHA256Digest) -> Entry? {
        generations.withLock { generations in
            if let entry = generations.new[text] { return entry }
            guard let entry = generations.old.removeValue(forKey: text) else { return nil }
            insert(entry, text, &generations)
            return entry
        }
    }

    /// Adds a certificate. Its signature must have been verified.
    func add(_ entry: Entry, of text: SHA256Digest) {
        generations.withLock { insert(entry, text, &$0) }
    }

    /// Notes what is known of the account of a certificate; nil forgets it. Without effect if the certificate's entry was dropped.
    func note(_ pin: KnownPIN?, of text: SHA256Digest) {
        generations.withLock { generations in
            generations.new[text]?.pin = pin
            generations.old[text]?.pin = pin
        }
    }

    private func insert(_ entry: Entry, _ text: SHA256Digest, _ generations: inout Generations) {
        if generations.new.count >= limit { generations = Generations(new: [:], old: generations.new) }
        generations.new[text] = entry
    }
}

extension WalletProvider {
    /// Returns a certificate that this provider has signed, and what is known of its account.
    ///
    /// - Parameter digest: SHA-256 of the text.
    /// - Throws: `certificateRejected`; `unavailable`.
    func certificate(
        parsing text: String, _ digest: SHA256Digest
    ) async throws(ProviderProblem) -> (certificate: WalletCertificate, known: KnownPIN?) {
        if let entry = certificates.entry(of: digest) {
            // The key may have been retired since.
            let key = try await reaching { try await hsm.publicKey(withID: entry.keyID, for: .certificate) }
            guard key != nil else { throw .certificateRejected }
            return (entry.certificate, entry.pin)
        }
        let (certificate, keyID) = try await verify(text, as: WalletCertificate.self, orRefuse: .certificateRejected)
        certificates.add(VerifiedCertificates.Entry(certificate: certificate, keyID: keyID), of: digest)
        return (certificate, nil)
    }
}
