// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import ObservedValues
import PlatformSupport
import Synchronization
import TestEnvironment
import TestParties
import Testing
import WalletPlatformTesting
import X509

@testable import PhoneSimulator

/// A simulated phone that operates itself.
struct SimulatedPhoneUnderTest: PhoneUnderTest {
    let phone: SimulatedPhone
    var bridges: PlatformBridges
    var links: OpenedLinks
    let attestations: any AttestationJudge
    let server: SuiteServer?
    /// The events that the process has received.
    let received: ObservedValue<[AppLifecycleEvent]>

    var name: String { "simulated \(phone.device.kind.rawValue)" }
    var platform: Platform { phone.device.kind.platform }

    func perform(_ act: Act) async throws {
        switch act {
        case .seePrompt: await whenPrompted { _ in true }
        case .presentEnrolledFaceOrFinger: await whenPrompted { $0.match() }
        case .presentAnotherFaceOrFinger: await whenPrompted { $0.noMatch() }
        case .chooseAnotherTry: if platform == .iOS { await whenPrompted { $0.tryAgain() } }
        case .chooseFallback: await whenPrompted { $0.chooseFallback() }
        case .closePrompt:
            await whenPrompted { $0.cancel() }
            while phone.sensor.cancel() {}
        case .lockSensor: phone.sensor.lockOut()
        case .enterPasscode: phone.sensor.enterPasscode()
        case .enrolAnotherFaceOrFinger: try phone.device.changeEnrolment()
        case .removeEveryEnrolment: try phone.device.change { $0.biometrics = .notEnrolled }
        case .resetCamera: try phone.device.change { $0.camera = .undetermined }
        case .allowCamera: await whenCamera { $0.answer(allows: true) }
        case .refuseCamera: await whenCamera { $0.answer(allows: false) }
        case .seeCamera: await whenCamera { $0.status.isOn }
        case .showCodes(let texts): try await show(texts)
        case .lockPhone: phone.lockDevice()
        case .leaveApp: phone.sendToBackground()
        case .returnToApp: phone.bringToForeground()
        case .switchNetworkOff: try phone.device.change { $0.network = .offline }
        case .switchNetworkOn: try phone.device.change { $0.network = .online }
        case .openLink(let text): phone.openLink(text)
        case .waitSeconds(let seconds): try phone.moveClock(by: TimeInterval(seconds))
        case .turnClock(let seconds): try phone.turnClock(by: TimeInterval(seconds))
        // A real restart would also end the process that runs the suite.
        case .restartPhone: phone.device.awaitUnlock(true)
        case .unlockPhone: phone.unlockAfterRestart()
        }
    }

    func events(of act: Act, until last: AppLifecycleEvent) async throws -> [AppLifecycleEvent] {
        let earlier = await settledEvents()
        try await perform(act)
        var all = received.value
        while !all.dropFirst(earlier).contains(last) { all = try await received.next(otherThan: all) }
        return Array(all.dropFirst(earlier))
    }

    func sentCount(of event: AppLifecycleEvent) -> Int { phone.sentCount(of: event) }

    /// Waits until every event that was sent so far has been received.
    ///
    /// - Returns: the number of events.
    private func settledEvents() async -> Int {
        let sent = AppLifecycleEvent.allCases.reduce(0) { $0 + sentCount(of: $1) }
        for await all in received.stream() where all.count >= sent { return all.count }
        return sent
    }

    /// Holds the picture with these codes, made by another program, before the camera.
    private func show(_ texts: [String]) async throws {
        let names = [["conformance code 1"]: "1", ["conformance code 2"]: "2", ["conformance code 1", "conformance code 2"]: "both"]
        guard !texts.isEmpty else { return phone.camera.lookAway() }
        let name = try #require(names[texts])
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/QRPictures/conformance-\(name).png").standardizedFileURL
        try await phone.camera.look(at: Array(try Data(contentsOf: file)))
    }

    private func whenCamera(_ operate: (DeviceCamera) -> Bool) async {
        for await _ in phone.camera.statusChanges() {
            if operate(phone.camera) { return }
        }
    }

    private func whenPrompted(_ operate: (BiometricSensor) -> Bool) async {
        for await status in phone.sensor.statusChanges() where status.prompt != nil {
            if operate(phone.sensor) { return }
        }
    }
}

/// A simulated phone in a directory of its own.
final class TestPhone: Sendable {
    static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    private let directory: TemporaryDirectory
    private let makers: Makers
    private let phone: SimulatedPhone

    init(_ kind: PhoneKind) throws {
        directory = try TemporaryDirectory(isInMemory: false)
        makers = try Makers.shared
        phone = try SimulatedPhone(state: try StateDirectory(directory.path("phone")), maker: makers[kind], base: { Self.noon })
    }

    /// A body that runs in a process of the app.
    typealias Body = @Sendable (SimulatedPhoneUnderTest) async throws -> Void

    /// Runs processes of the app on the phone, one after the other, each with a body in it that the phone kills after its end.
    func run(_ bodies: Body...) async throws {
        // TLS libraries judge certificates by the machine's clock.
        try await ConformanceServer.run(at: Date()) { try await run(bodies, SuiteServer($0)) }
    }

    private func run(_ bodies: [Body], _ server: SuiteServer) async throws {
        let next = ObservedValue(0)
        let (ends, end) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                await phone.run { [self] process in
                    end.yield(await run(bodies[next.value], in: process, server))
                    next.change { $0 += 1 }
                }
            }
            var iterator = ends.makeAsyncIterator()
            for _ in bodies {
                phone.launchApp()
                try #require(await iterator.next()).get()
                phone.killApp()
            }
            group.cancelAll()
        }
    }

    private func run(_ body: @escaping Body, in process: AppProcess, _ server: SuiteServer) async -> Result<Void, any Error> {
        let received = ObservedValue<[AppLifecycleEvent]>([])
        let underTest = SimulatedPhoneUnderTest(
            phone: phone, bridges: process.bridges, links: process.links, attestations: judge, server: server, received: received)
        return await withTaskGroup(of: Void.self) { group in
            group.addTask { for await event in process.lifecycle { received.change { $0.append(event) } } }
            defer { group.cancelAll() }
            do {
                return .success(try await body(underTest))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Runs both phases, each in its own process.
    ///
    /// - Parameter alter: replaces bridges of the phone, in both processes.
    func suite(
        _ alter: @escaping @Sendable (SimulatedPhoneUnderTest) -> SimulatedPhoneUnderTest = { $0 }
    ) async throws -> ConformanceReport {
        // The notebook crosses the restart as a file of a port does.
        let file = Mutex(Data())
        let report = Mutex<ConformanceReport?>(nil)
        try await run { phone in
            let notebook = try JSONEncoder().encode(await ConformanceSuite.run(.beforeRestart, on: alter(phone)))
            file.withLock { $0 = notebook }
        } _: { phone in
            let phone = alter(phone)
            let notebook = try JSONDecoder().decode(Notebook.self, from: file.withLock { $0 })
            let made = ConformanceReport(on: phone, await ConformanceSuite.run(.afterRestart, on: phone, with: notebook), at: Self.noon)
            report.withLock { $0 = made }
        }
        return try #require(report.withLock { $0 })
    }

    private var judge: any AttestationJudge {
        switch phone.device.kind {
        case .iPhone: AppleJudge(verifier: makers.iPhoneVerifier())
        case .android: GoogleJudge(verifier: makers.androidVerifier)
        }
    }
}

extension SuiteServer {
    init(_ server: ConformanceServer) {
        self.init(
            address: server.address, addressOfAnotherName: server.addressOfAnotherName, root: server.root,
            unrelatedRoot: server.unrelatedRoot)
    }
}

private struct AppleJudge: AttestationJudge {
    let verifier: AppAttestVerifier

    func publicKey(of attestation: PlatformAttestation, challengeHash: [UInt8]) async throws -> [UInt8] {
        guard case .apple(let object) = attestation else { throw AttestationRejection(.unknownFormat) }
        let key = try await verifier.verify(attestation: object, clientDataHash: challengeHash, at: TestPhone.noon)
        return Array(key.publicKey.x963Representation)
    }

    func counter(of proof: PlatformKeyProof, over payload: [UInt8], by publicKey: [UInt8]) throws -> UInt32? {
        guard case .appleAssertion(let bytes) = proof else { throw AttestationRejection(.unknownFormat) }
        return try verifier.verify(
            assertion: bytes, clientData: payload, publicKey: try P256.Signing.PublicKey(x963Representation: publicKey), previousCounter: 0)
    }
}

private struct GoogleJudge: AttestationJudge {
    let verifier: AndroidKeyAttestationVerifier

    func publicKey(of attestation: PlatformAttestation, challengeHash: [UInt8]) async throws -> [UInt8] {
        guard case .android(let chain) = attestation else { throw AttestationRejection(.unknownFormat) }
        let key = try verifier.verify(
            chain: chain, challenge: challengeHash, revocationList: DevelopmentGoogleCA.revocationList(at: TestPhone.noon),
            at: TestPhone.noon)
        return Array(key.publicKey.x963Representation)
    }

    func counter(of proof: PlatformKeyProof, over payload: [UInt8], by publicKey: [UInt8]) throws -> UInt32? {
        guard case .androidSignature(let bytes) = proof else { throw AttestationRejection(.unknownFormat) }
        try AndroidKeyAttestationVerifier.verify(
            signature: bytes, over: payload, publicKey: try P256.Signing.PublicKey(x963Representation: publicKey))
        return nil
    }
}
