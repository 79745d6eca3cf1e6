// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import Synchronization

@testable import WalletCore

/// The work of a wallet that its store, its clock and its network see.
struct SharingWork: Equatable {
    /// The statements to the store, in order.
    var statements: [String]
    /// How often the clock was read.
    var clockReads: Int
    /// The addresses of all requests, also those to the provider.
    var requests: [String]

    /// The statements without the names of rows. A page of rows from the first one is as a page after a name.
    var kinds: [String] {
        statements.map { statement in
            let text = statement.prefix { $0 != "'" }
            return String(text.firstRange(of: "NULL IS NULL").map { text[..<$0.lowerBound] } ?? text)
        }
    }

    /// The names of the rows that were read of a table, in order.
    func rows(of table: StoreTable) -> [String] {
        statements.filter { $0.hasPrefix("SELECT") && $0.contains(" FROM \(table.rawValue) WHERE name = '") }
            .compactMap { $0.split(separator: "'").dropFirst().first.map(String.init) }
    }
}

/// A process on a phone whose work is counted.
final class CountedProcess: Sendable {
    let core: Core
    private let phone: Phone
    private let clock: CountedClock
    private let statements = Mutex<[String]>([])

    /// Starts and unlocks a registered wallet.
    init(on phone: Phone) async throws {
        self.phone = phone
        clock = CountedClock(phone.clock)
        core = Core(embedded: phone.provider.embedded)
        let bridges = PlatformBridges(
            attestedKey: phone.attestedKeys, encryptionKey: phone.encryptionKeys, biometrics: phone.biometrics, camera: phone.camera,
            network: phone.provider, clock: clock, utilities: phone.utilities)
        try await core.initPlatformSupport(bridges, limitsBy: phone.limitClock)
        try await core.initialize()
        _ = try await core.unlock(pin: Phone.pin())
    }

    /// Runs a part of a session, and returns its result and the work that it was.
    func work<Value>(_ body: (Core) async throws -> Value) async throws -> (result: Value, work: SharingWork) {
        let database = try await core.store().database
        try await database.writeWithoutTransaction { [self] database in
            database.trace { [self] event in
                let text = event.expandedDescription
                statements.withLock { $0.append(text) }
            }
        }
        statements.withLock { $0 = [] }
        let (reads, requests) = (clock.reads, phone.provider.network.requests.count)
        let result = try await body(core)
        let work = SharingWork(
            statements: statements.withLock { $0 }, clockReads: clock.reads - reads,
            requests: phone.provider.network.requests.dropFirst(requests).map(\.url))
        return (result, work)
    }
}

/// A phone's clock that counts how often it is read.
private final class CountedClock: ClockBridge {
    private let clock: PhoneClock
    private let count = Mutex(0)

    init(_ clock: PhoneClock) { self.clock = clock }

    var reads: Int { count.withLock { $0 } }

    var now: Date {
        count.withLock { $0 += 1 }
        return clock.now
    }

    var steadyNow: Date {
        count.withLock { $0 += 1 }
        return clock.steadyNow
    }

    func sleep(until deadline: Date) async throws { try await clock.sleep(until: deadline) }

    func sleep(untilSteady deadline: Date) async throws { try await clock.sleep(untilSteady: deadline) }
}
