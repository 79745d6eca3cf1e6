// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import PhoneSimulator
import Synchronization
import TestEnvironment
import X509

/// The revocation list of a test's provider: empty and current unless the test changes it.
final class TestRevocationList: Sendable {
    private enum Shelf {
        case always
        case never
        case kept(AndroidRevocationList)
    }

    private let clock: TestClock
    private let shelf = Mutex(Shelf.always)

    init(_ clock: TestClock) { self.clock = clock }

    var current: AndroidRevocationList? {
        switch shelf.withLock({ $0 }) {
        case .always: try? DevelopmentGoogleCA.revocationList(at: clock.now)
        case .never: nil
        case .kept(let list): list
        }
    }

    /// Removes the list, as before the first fetch.
    func lose() { shelf.withLock { $0 = .never } }

    /// Stores a list with the current time of fetching and stops further updates.
    func keep(naming certificates: [Certificate] = []) throws {
        let entries = certificates.map { certificate in
            let serial = certificate.serialNumber.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            return #""\#(serial)":{"status":"REVOKED"}"#
        }
        let list = try AndroidRevocationList(json: Array(#"{"entries":{\#(entries.joined(separator: ","))}}"#.utf8), fetchedAt: clock.now)
        shelf.withLock { $0 = .kept(list) }
    }
}
