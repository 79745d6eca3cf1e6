// SPDX-License-Identifier: EUPL-1.2

import Foundation
import SwiftASN1
import Synchronization
import X509

/// A cache of verified chains, so that documents of the same issuer do not repeat the verification.
///
/// A cached result is returned only for byte-identical inputs and only at a time at which every certificate of the chain is valid. No other
/// check depends on the time. Failures are not cached.
final class KnownChains: Sendable {
    /// The inputs of a verification, apart from the time.
    struct Question: Hashable, Sendable {
        /// The chain in DER, the signer's certificate first.
        let chain: [[UInt8]]
        /// The trusted roots.
        let roots: [Certificate]
        /// The required key usage of the signer's certificate.
        let extendedKeyUsage: ASN1ObjectIdentifier?
    }

    private struct Known: Sendable {
        let question: Question
        let signer: SignerCertificate
        /// The period in which every certificate of the chain, including the root, is valid.
        let validity: ClosedRange<Date>
    }

    private let capacity: Int
    private let known = Mutex<[Known]>([])

    /// - Parameter capacity: maximum number of chains; the oldest is evicted first.
    init(capacity: Int) { self.capacity = capacity }

    /// Number of cached chains.
    var count: Int { known.withLock(\.count) }

    /// Returns the cached signer if the inputs are the same and the chain is valid at `time`.
    func signer(_ question: Question, at time: Date) -> SignerCertificate? {
        known.withLock { known in known.first { $0.validity.contains(time) && $0.question == question }?.signer }
    }

    /// Caches a verified signer.
    ///
    /// - Parameter certificates: the complete chain, including the root.
    func keep(_ signer: SignerCertificate, for question: Question, whose certificates: [Certificate]) {
        guard let from = certificates.map(\.notValidBefore).max(), let until = certificates.map(\.notValidAfter).min(), from <= until else {
            return
        }
        known.withLock { known in
            known.removeAll { $0.question == question }
            known.append(Known(question: question, signer: signer, validity: from...until))
            if known.count > capacity { known.removeFirst() }
        }
    }
}
