// SPDX-License-Identifier: EUPL-1.2

import Foundation
import SwiftASN1
import Synchronization
import X509

/// Chains that were verified before, so that the next document of the same issuer need not have its chain verified again.
///
/// Nothing is decided here: an answer is given only to the very question that was asked before, byte by byte, and only for a time at which every
/// certificate of the chain is valid. Of everything else that was looked at nothing depends on the time. Refusals are not kept.
final class KnownChains: Sendable {
    /// What a verification depends on, apart from the time.
    struct Question: Hashable, Sendable {
        /// In DER, the signer's own one first.
        let chain: [[UInt8]]
        /// Whom to trust.
        let roots: [Certificate]
        /// What the signer's certificate must be for.
        let extendedKeyUsage: ASN1ObjectIdentifier?
    }

    private struct Known: Sendable {
        let question: Question
        let signer: SignerCertificate
        /// When every certificate of the chain is valid, the root too.
        let validity: ClosedRange<Date>
    }

    private let capacity: Int
    private let known = Mutex<[Known]>([])

    /// - Parameter capacity: how many chains are kept; the oldest goes first.
    init(capacity: Int) { self.capacity = capacity }

    /// How many chains are kept.
    var count: Int { known.withLock(\.count) }

    /// The signer, when the same question was answered before and the answer holds at that time.
    func signer(_ question: Question, at time: Date) -> SignerCertificate? {
        known.withLock { known in known.first { $0.validity.contains(time) && $0.question == question }?.signer }
    }

    /// Keeps an answer.
    ///
    /// - Parameter certificates: all of the chain, the root too.
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
