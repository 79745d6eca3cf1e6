// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import KillLink
import PlatformSupport
import ProviderProtocol
import SimulatedPhone
import Synchronization
import WalletCore
import WalletInterface

/// Who uses the wallet on this phone: starts it and does what its screens ask, again when it failed.
final class User: Sendable {
    static let right = "749205"
    static let wrong = Assignment.wrongPIN

    let trap: Trap
    let assignment: Assignment
    let reception = Reception()
    private let bridges: PlatformBridges
    private let link: FrameChannel
    private let embedded: EmbeddedEdition
    private let launched = Mutex<WalletCore?>(nil)
    private let wrongPINs = Mutex(0)
    private let remembered: Mutex<String>
    private let acknowledgedCard = Mutex(false)
    private let finishes = Mutex(0)

    init(_ assignment: Assignment, _ bridges: PlatformBridges, trap: Trap, link: FrameChannel) throws {
        self.assignment = assignment
        self.bridges = bridges
        self.trap = trap
        self.link = link
        embedded = try EmbeddedEdition(assignment.backend)
        remembered = Mutex(assignment.remembers ?? Self.right)
    }

    /// The PIN that the user takes for the one in force.
    var remembers: String { remembered.withLock { $0 } }

    /// From now on the user takes this PIN for the one in force.
    func remember(_ digits: String) {
        remembered.withLock { $0 = digits }
        try? link.send(Said.remembers(digits))
    }

    /// Whether the wallet has said here that a card is there.
    var hasAcknowledgedCard: Bool { acknowledgedCard.withLock { $0 } }

    /// The wallet has said that a card is there.
    func acknowledgeCard() { acknowledgedCard.withLock { $0 = true } }

    /// Whether nobody has tried to bring this wallet's flow to its end before.
    var isFirstToFinish: Bool { !assignment.isFinishedBefore && finishes.withLock { $0 } == 1 }

    /// The user begins to bring the flow to its end.
    func noteFinish() { finishes.withLock { $0 += 1 } }

    /// How many wrong PINs were entered here.
    var enteredWrongPINs: Int { wrongPINs.withLock { $0 } }

    // MARK: The app

    /// Starts the app anew: another core over the files and the hardware that are there.
    @discardableResult
    func launch(isImpatient: Bool = false) async throws -> WalletCore {
        let core = WalletCore(embedded: embedded, randomBytes: randomBytes(), checkpoints: trap)
        launched.withLock { $0 = core }
        try await core.initPlatformSupport(bridges.trapped(by: trap, over: link, reception, isImpatient: isImpatient))
        try await core.initialize()
        return core
    }

    /// The core that runs; it is started, or its initialisation tried again, when need be.
    func core(isImpatient: Bool = false) async throws -> WalletCore {
        guard let core = launched.withLock({ $0 }) else { return try await launch(isImpatient: isImpatient) }
        if await !core.isInitialized() { try await core.initialize() }
        return core
    }

    /// A registered wallet.
    func registered() async throws -> WalletCore {
        let core = try await core()
        if try await !core.hasRemotePIN() { try await core.register(pin: newPIN(Self.right)) }
        return core
    }

    /// A registered wallet that is open. A PIN whose outcome is unknown is entered once more, as its screen asks.
    func opened() async throws -> WalletCore {
        let core = try await registered()
        if try await core.isUnlocked() { return core }
        let outcome = try await enter(remembers)
        guard outcome == .valid else { throw Stuck("the right PIN yields \(outcome)") }
        return core
    }

    /// Enters a PIN, and once more when its outcome is unknown, as its screen asks.
    func enter(_ digits: String) async throws -> PINCheck {
        let core = try await core()
        let outcome = try await core.unlock(pin: pin(digits))
        return outcome == .outcomeUnknown ? try await core.unlock(pin: pin(digits)) : outcome
    }

    /// Enters the wrong PIN.
    func enterWrongPIN() async throws -> PINCheck {
        wrongPINs.withLock { $0 += 1 }
        return try await core().unlock(pin: pin(Self.wrong))
    }

    /// The PIN that the user types as the one in force; the harness is told, for it counts them.
    func pin(_ digits: String) throws -> PIN {
        try? link.send(Said.typed(digits))
        return try newPIN(digits)
    }

    /// A PIN that the user chooses.
    func newPIN(_ digits: String) throws -> PIN {
        guard let pin = PIN(digits) else { throw Stuck("no PIN") }
        return pin
    }

    // MARK: What the core does by itself

    /// Lets the core do what it does by itself until something is so.
    func letWork(until isSo: @escaping @Sendable () -> Bool) async throws {
        let core = try await core(isImpatient: true)
        await withTaskGroup { group in
            group.addTask { try? await core.run() }
            group.addTask { await self.trap.changes.wait(until: isSo) }
            await group.next()
            group.cancelAll()
        }
    }

    // MARK: The browser

    /// Opens an address in the phone's browser, logs in, and hands the link over with which the browser comes back.
    ///
    /// - Returns: nil when there is no way back, as from an address that was used before.
    func logIn(at address: String) async throws -> UniversalLink? {
        guard case .link(let text?) = try link.exchange(Said.browse(address), for: Answer.self) else { return nil }
        let core = try await core()
        guard case .waits(let pending) = try await core.receive(link: text),
            case .continuesSession(let wayBack) = try await core.takePendingLink(pending.ticket)
        else { throw Stuck("the way back from the login is not taken") }
        return wayBack
    }

    // MARK: What can be seen afterwards

    /// Locks and opens the wallet once more and tells what it shows.
    func report() async throws -> Report {
        var report = Report()
        let core = try await core()
        report.isRegistered = try await core.hasRemotePIN()
        if report.isRegistered {
            await core.lock()
            let core = try await opened()
            report.deletionCode = try await core.revocationCode().text
            for await cards in try await core.setCardsStream() {
                if case .shown(let summaries) = cards { report.cards = summaries.count }
                break
            }
            await core.clearCardsStream()
        }
        let hardware = try hardware()
        report.deviceKeys = hardware.attestedKeys.count
        report.storeKeys = hardware.encryptionKeys.count
        report.sensorKeys = hardware.biometricKey == nil ? 0 : 1
        return report
    }

    private func hardware() throws -> Hardware {
        try JSONDecoder().decode(Hardware.self, from: Data(contentsOf: URL(filePath: assignment.directory + "/phone/device.json")))
    }

    /// What of the simulated hardware's file is looked at.
    private struct Hardware: Decodable {
        struct Key: Decodable {}
        let attestedKeys: [String: Key]
        let encryptionKeys: [String: String]
        let biometricKey: Key?
    }

    // MARK: Chance

    /// The system's bytes, or, with a seed, bytes that the harness can draw as well: SHA-256 of seed and number, as often as needed.
    private func randomBytes() -> @Sendable (Int) -> [UInt8] {
        guard let seed = assignment.seed else { return systemRandomBytes }
        let drawn = Drawn()
        return { count in
            let number = drawn.next()
            return Array(SHA256.hash(data: seed + Data(String(number).utf8)).prefix(count))
        }
    }

    private final class Drawn: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }
}
