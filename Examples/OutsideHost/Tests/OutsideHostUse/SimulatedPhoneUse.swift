// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DemoServers
import Foundation
import OutsideHost
import PhoneSimulator
import PlatformSupport
import Synchronization
import Testing

/// The simulated phones of `WalletPlatformTesting`, started and operated by another package.
@Suite(.timeLimit(.minutes(20))) struct SimulatedPhoneUse {
    @Test(arguments: [Platform.iOS, .android])
    func `an external package can run the app on a simulated phone, from first start to unlock`(_ platform: Platform) async throws {
        try await DemoApp.run { servers, directory in
            let phone = try Self.phone(platform, in: directory, servers)
            try await Walk(phone: phone, platform: platform, servers: servers).run { app in await Self.run(phone, app) }
        }
    }

    @Test(arguments: [Platform.iOS, .android])
    func `an external package controls sensor, link, clock and network, and keys survive a kill`(_ platform: Platform) async throws {
        try await DemoApp.run { servers, directory in
            let noon = Date(timeIntervalSince1970: 1_800_000_000)
            let phone = try Self.phone(platform, in: directory, servers, at: noon)
            let link = "https://app.wallet.example/wallet/issuance"
            phone.openLink(link)
            let (seals, sealed) = AsyncStream.makeStream(of: [UInt8].self)
            await Self.run(phone) { process in
                let (links, opened) = AsyncStream.makeStream(of: String.self)
                process.links.receive { opened.yield($0) }
                #expect(await links.first { _ in true } == link)

                await Self.tryClock(of: phone, in: process)
                await Self.trySensor(of: phone, in: process)
                await Self.tryNetwork(of: phone, in: process)
                if let bytes = try? await process.bridges.encryptionKey.encrypt([1, 2, 3], with: "kept") { sealed.yield(bytes) }
            } _: { process in
                let bytes = await seals.first { _ in true } ?? []
                let kept = try? await process.bridges.encryptionKey.decrypt(bytes, with: "kept")
                #expect(kept == [1, 2, 3])
                #expect(process.bridges.clock.now == noon.addingTimeInterval(3600))
            }
        }
    }

    // snippet.phone
    private static func phone(
        _ platform: Platform, in directory: URL, _ servers: DemoServers, at time: Date? = nil
    ) throws -> SimulatedPhone {
        var base: (@Sendable () -> Date)?
        if let time { base = { time } }
        return if platform == .iOS {
            try SimulatedPhone(iPhoneIn: directory.path, attestedBy: DemoApp.apple(servers), base: base)
        } else {
            try SimulatedPhone(androidPhoneIn: directory.path, attestedBy: DemoApp.google(servers), base: base)
        }
    }
    // snippet.end

    // snippet.run
    /// Switches the phone on, launches the app once for each body and kills it after the body's end, and switches the phone off.
    private static func run(_ phone: SimulatedPhone, _ bodies: (@Sendable (AppProcess) async -> Void)...) async {
        let launches = Launches()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup { group in
            group.addTask {
                await phone.run { process in
                    await bodies[launches.next()](process)
                    end.yield()
                }
            }
            var ended = ends.makeAsyncIterator()
            for _ in bodies {
                phone.launchApp()
                await ended.next()
                phone.killApp()
                #expect(phone.appState == .notRunning)
            }
            group.cancelAll()
        }
    }
    // snippet.end

    /// Counts launches.
    private final class Launches: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }
    }

    private static func tryClock(of phone: SimulatedPhone, in process: AppProcess) async {
        let clock = process.bridges.clock
        let (wall, steady) = (clock.now, clock.steadyNow)
        #expect(throws: Never.self) { try phone.moveClock(by: 3600) }
        #expect(clock.now.timeIntervalSince(wall) == 3600 && clock.steadyNow.timeIntervalSince(steady) == 3600)
        #expect(throws: Never.self) { try phone.turnClock(by: 7200) }
        #expect(clock.now.timeIntervalSince(wall) == 10_800 && clock.steadyNow.timeIntervalSince(steady) == 3600)
        #expect(throws: Never.self) { try phone.setClockRight() }
    }

    private static func trySensor(of phone: SimulatedPhone, in process: AppProcess) async {
        let sensor = process.bridges.biometrics
        let nonce: [UInt8] = [4, 5, 6]
        guard let made = try? await sensor.makeKey(), let key = try? P256.Signing.PublicKey(x963Representation: made) else {
            Issue.record("the sensor made no key")
            return
        }
        async let presented: Void = phone.presentFaceOrFinger()
        let result = await sensor.sign(nonce, prompt: BiometricPrompt(title: "Open", reason: "To open", fallback: "Use the PIN"))
        await presented
        guard case .signed(let signature) = result.ending, let read = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
            Issue.record("the prompt ended with \(result.ending)")
            return
        }
        #expect(key.isValidSignature(read, for: nonce))
    }

    private static func tryNetwork(of phone: SimulatedPhone, in process: AppProcess) async {
        #expect(throws: Never.self) { try phone.device.change { $0.network = .offline } }
        await #expect(throws: NetworkError.offline) {
            try await process.bridges.network.send(NetworkRequest(method: .get, url: "https://localhost", trustedRoots: []))
        }
    }
}
