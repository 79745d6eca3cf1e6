// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import SimulatedPhone
import Synchronization
import X509

/// The list that a test's provider has: an empty one of this moment, until the test says otherwise.
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

    /// There is none, as before the first was fetched.
    func lose() { shelf.withLock { $0 = .never } }

    /// A list as it is fetched now, and no other one from now on.
    func keep(naming certificates: [Certificate] = []) throws {
        let entries = certificates.map { certificate in
            let serial = certificate.serialNumber.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            return #""\#(serial)":{"status":"REVOKED"}"#
        }
        let list = try AndroidRevocationList(json: Array(#"{"entries":{\#(entries.joined(separator: ","))}}"#.utf8), fetchedAt: clock.now)
        shelf.withLock { $0 = .kept(list) }
    }
}
