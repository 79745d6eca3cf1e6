// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import KillLink
import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import Synchronization
import WalletCore
import WalletInterface

/// The user of the wallet: starts the app and follows its screens, with retries.
final class User: Sendable {
    static let right = "749205"
    static let wrong = Assignment.wrongPIN

    let trap: Trap
    let assignment: Assignment
    let reception = Reception()
    private let bridges: PlatformBridges
    private let link: FrameChannel
    private let embedded: EmbeddedEdition
    private let launched = Mutex<Core?>(nil)
    private let wrongPINs = Mutex(0)
    private let remembered: Mutex<String>
    private let inbox: LinkInbox
    private let openedLink: OpenedLinkMark
    private let acknowledgedCard = Mutex(false)
    private let finishes = Mutex(0)

    init(_ assignment: Assignment, _ bridges: PlatformBridges, trap: Trap, link: FrameChannel) throws {
        self.assignment = assignment
        self.bridges = bridges
        self.trap = trap
        self.link = link
        embedded = try EmbeddedEdition(assignment.backend)
        inbox = LinkInbox(in: bridges.utilities.storageDirectory, calls: TrappedFiles(trap: trap))
        openedLink = OpenedLinkMark(in: assignment.directory)
        remembered = Mutex(assignment.remembers ?? Self.right)
    }

    /// The PIN that the user believes to be active.
    var remembers: String { remembered.withLock { $0 } }

    /// Sets the PIN that the user believes to be active.
    func remember(_ digits: String) {
        remembered.withLock { $0 = digits }
        try? link.send(Said.remembers(digits))
    }

    /// True if the wallet has confirmed a card to this user.
    var hasAcknowledgedCard: Bool { acknowledgedCard.withLock { $0 } }

    /// Records that the wallet has confirmed a card.
    func acknowledgeCard() { acknowledgedCard.withLock { $0 = true } }

    /// True if this is the first attempt to finish the wallet's flow.
    var isFirstToFinish: Bool { !assignment.isFinishedBefore && finishes.withLock { $0 } == 1 }

    /// Records the start of an attempt to finish the flow.
    func noteFinish() { finishes.withLock { $0 += 1 } }

    /// The number of wrong PINs entered in this process.
    var enteredWrongPINs: Int { wrongPINs.withLock { $0 } }

    // MARK: The app

    /// Restarts the app: a new core over the existing files and hardware.
    @discardableResult
    func launch(isImpatient: Bool = false) async throws -> Core {
        let core = Core(embedded: embedded, randomBytes: randomBytes(), checkpoints: trap)
        launched.withLock { $0 = core }
        // A bridge's call is not in time by a clock that faults and impatience move: a clock of its own measures its limit.
        try await core.initPlatformSupport(
            bridges.trapped(by: trap, over: link, reception, isImpatient: isImpatient), limitsBy: VirtualClock())
        try await core.initialize()
        return core
    }

    /// Returns the running core; starts or initialises it if necessary.
    func core(isImpatient: Bool = false) async throws -> Core {
        guard let core = launched.withLock({ $0 }) else { return try await launch(isImpatient: isImpatient) }
        if await !core.isInitialized() { try await core.initialize() }
        return core
    }

    func registered() async throws -> Core {
        let core = try await core()
        if try await !core.hasRemotePIN() { try await core.register(pin: newPIN(Self.right)) }
        return core
    }

    /// Returns a registered, unlocked wallet. A PIN with an unknown outcome is entered again, as its screen asks.
    func opened() async throws -> Core {
        let core = try await registered()
        if try await core.isUnlocked() { return core }
        let outcome = try await enter(remembers)
        guard outcome == .valid else { throw Stuck("the right PIN yields \(outcome)") }
        return core
    }

    /// Enters a PIN, and again after an unknown outcome, as its screen asks.
    func enter(_ digits: String) async throws -> PINCheck {
        let core = try await core()
        let outcome = try await core.unlock(pin: pin(digits))
        return outcome == .outcomeUnknown ? try await core.unlock(pin: pin(digits)) : outcome
    }

    func enterWrongPIN() async throws -> PINCheck {
        wrongPINs.withLock { $0 += 1 }
        return try await core().unlock(pin: pin(Self.wrong))
    }

    /// Returns the PIN that the user types as the active one, and reports it to the harness, which counts them.
    func pin(_ digits: String) throws -> PIN {
        try? link.send(Said.typed(digits))
        return try newPIN(digits)
    }

    /// Returns a PIN that the user chooses.
    func newPIN(_ digits: String) throws -> PIN {
        guard let pin = PIN(digits) else { throw Stuck("no PIN") }
        return pin
    }

    // MARK: Links

    /// True if a link was opened in any process of this wallet and was not seen since, unless it has expired.
    var hasOpenedLink: Bool { openedLink.isValid(at: bridges.clock.now) }

    /// True if a link waits for the core.
    var keepsLinks: Bool { inbox.oldest() != nil }

    /// Opens a link, as the operating system does. If the app could not store it, it waits in this process only.
    func open(_ link: String) {
        inbox.keep(link)
        let file = bridges.utilities.storageDirectory + "/" + LinkInbox.fileName
        if FileManager.default.fileExists(atPath: file) { openedLink.set(at: bridges.clock.now) }
    }

    /// Passes the waiting links to the core, as the app does.
    func passLinks() async throws {
        let core = try await core()
        while let link = inbox.oldest() {
            _ = try await core.receive(link: link.text)
            inbox.forget(link)
        }
    }

    /// Records that the wallet shows the link.
    func noteSeenLink() { openedLink.clear() }

    // MARK: Background work

    /// Lets the core work in the background until a condition holds.
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

    /// Opens an address in the phone's browser, logs in, and delivers the returning link to the core.
    ///
    /// - Returns: nil when the browser does not return, as for a used address.
    func logIn(at address: String) async throws -> UniversalLink? {
        guard case .link(let text?) = try link.exchange(Said.browse(address), for: Answer.self) else { return nil }
        let core = try await core()
        guard case .waits(let pending) = try await core.receive(link: text),
            case .continuesSession(let wayBack) = try await core.takePendingLink(pending.ticket)
        else { throw Stuck("the way back from the login is not taken") }
        return wayBack
    }

    // MARK: A verifier

    /// Meets a new request of the verifier.
    ///
    /// - Returns: the link to it.
    func meetRequest() throws -> String {
        guard case .link(let text?) = try link.exchange(Said.meetsRequest, for: Answer.self) else { throw Stuck("no verifier asks") }
        return text
    }

    /// Reports to the harness what the user is about to approve.
    func noteApproval(of request: String, values: [[String]]) { try? link.send(Said.approves(link: request, values: values)) }

    // MARK: Results

    /// Locks and unlocks the wallet again and reports its state.
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
            if report.cards > 0 {
                report.shared = try await core.events().compactMap(\.sharing).filter { !$0.cards.isEmpty }.map { event in
                    let names = event.cards.map { card in card.claims.map { $0.path.joined(separator: ".") }.sorted() }
                    return Report.Shared(outcome: event.outcome.rawValue, names: names)
                }
            }
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

    /// The parts of the simulated hardware's file that are read.
    private struct Hardware: Decodable {
        struct Key: Decodable {}
        let attestedKeys: [String: Key]
        let encryptionKeys: [String: String]
        let biometricKey: Key?
    }

    // MARK: Randomness

    /// Returns the system's randomness or, with a seed, bytes that the harness can derive too: SHA-256 of seed and number, repeated as needed.
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
