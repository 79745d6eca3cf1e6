// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization

/// One wallet of the C interface: one process on the host's phone.
package final class Host: Sendable {
    private enum Life {
        case ready, running, closing, ended
    }

    /// An event on the phone: exactly one property is set.
    struct Told: Decodable {
        let event: AppLifecycleEvent?
        let link: String?
        let touch: Bool?
    }

    private let callbacks: HostCallbacks
    private let calls: HostCalls
    private let glass: HostGlass
    private let links = OpenedLinks()
    private let bridges: PlatformBridges
    private let process: any HostedProcess
    private let events: AsyncStream<AppLifecycleEvent>
    private let system: AsyncStream<AppLifecycleEvent>.Continuation
    private let life = Mutex((life: Life.ready, calls: 0))

    /// Makes a process that does not run yet.
    ///
    /// - Parameters:
    ///   - storageDirectory: the app's own directory, which exists.
    ///   - process: makes the process from the calls to the host and the host's glass.
    package init(
        storageDirectory: String, _ callbacks: HostCallbacks,
        _ process: (HostCalls, HostGlass) throws(HostFailure) -> any HostedProcess
    ) throws(HostFailure) {
        let (calls, glass) = (HostCalls(callbacks), HostGlass(callbacks))
        (self.callbacks, self.calls, self.glass) = (callbacks, calls, glass)
        (events, system) = AsyncStream.makeStream()
        bridges = PlatformBridges(
            attestedKey: HostAttestedKeys(calls: calls), encryptionKey: HostEncryptionKeys(calls: calls),
            biometrics: HostBiometrics(calls: calls), camera: NoCamera(), network: HostNetwork(calls: calls),
            clock: HostClock(callbacks: callbacks, calls: calls),
            utilities: HostUtilities(storageDirectory: storageDirectory, calls: calls))
        self.process = try process(calls, glass)
    }

    func start() throws(HostFailure) {
        try life.withLock { state throws(HostFailure) in
            guard state.life == .ready else { throw HostFailure.wrongState }
            state.life = .running
        }
        // From here on the app has each link on disk when `tell` returns.
        let run = process.start(AppProcess(bridges: bridges, lifecycle: events, links: links))
        // The task ends when the events end, after `wallet_close`.
        Task {
            await run()
            end()
        }
    }

    func tell(_ told: Told) throws(HostFailure) {
        try whileRunning { () throws(HostFailure) in
            switch (told.event, told.link, told.touch) {
            case (let event?, nil, nil): system.yield(event)
            case (nil, let link?, nil): links.open(link)
            case (nil, nil, true): glass.touch()
            default: throw .badJSON
            }
        }
    }

    func answer(_ answer: HostGlass.Answer, _ value: consuming [UInt8]?) throws(HostFailure) {
        let value = value
        try whileRunning { () throws(HostFailure) in try glass.take(answer, value) }
    }

    func reply(_ token: UInt64, _ reply: Data) throws(HostFailure) {
        try whileRunning { () throws(HostFailure) in try calls.reply(token, reply) }
    }

    func close() throws(HostFailure) {
        let before = try life.withLock { state throws(HostFailure) in
            let before = state.life
            switch before {
            case .ready: state.life = .ended
            case .running: state.life = .closing
            case .closing, .ended: throw HostFailure.wrongState
            }
            return before
        }
        guard before == .running else { return callbacks.ended() }
        system.finish()
        calls.close()
    }

    func requireEnded() throws(HostFailure) {
        guard life.withLock({ $0.life == .ended && $0.calls == 0 }) else { throw .wrongState }
    }

    private func end() {
        let isLast = life.withLock { state in
            state.life = .ended
            return state.calls == 0
        }
        if isLast { callbacks.ended() }
    }

    /// Carries out a function of the host. `ended` is called after all other functions, because the host then frees its context.
    private func whileRunning(_ body: () throws(HostFailure) -> Void) throws(HostFailure) {
        try life.withLock { state throws(HostFailure) in
            guard state.life == .running else { throw HostFailure.wrongState }
            state.calls += 1
        }
        defer {
            let isLast = life.withLock { state in
                state.calls -= 1
                return state.life == .ended && state.calls == 0
            }
            if isLast { callbacks.ended() }
        }
        try body()
    }
}
