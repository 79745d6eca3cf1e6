// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import Synchronization
import Testing

@testable import PhoneSimulator
@testable import WalletPlatformTesting

/// The suite on a phone that a person operates by instructions.
@Suite(.timeLimit(.minutes(20)))
struct InstructedPhoneTests {
    /// The promises whose checks restart the phone, which ends the app's process.
    private static let restarting: Set<String> = ["KEY-18", "KEY-19", "ATT-13", "BIO-15", "UTL-04", "EVT-05"]
    private static let promisesOfOthers: [PhoneKind: Set<String>] = [
        .iPhone: ["BIO-10", "BIO-20", "EVT-04"], .android: ["ATT-12", "ATT-15", "EVT-03"],
    ]

    /// Runs a body with an instructed phone, which a person who follows the instructions operates.
    private func instruct(
        _ simulated: SimulatedPhoneUnderTest, as person: @Sendable (SimulatedPhoneUnderTest) -> any ActGuide,
        _ body: (InstructedPhone) async throws -> Void
    ) async throws {
        let phone = InstructedPhone(
            simulated.name, platform: simulated.platform, bridges: simulated.bridges, links: simulated.links,
            attestations: simulated.attestations, server: simulated.server, linkPrefix: "https://links.example/", guide: person(simulated),
            clock: PhoneClock(phone: simulated.phone))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var told = 0
                for await all in simulated.received.stream() {
                    for event in all.dropFirst(told) { phone.tell(event) }
                    told = all.count
                }
            }
            defer { group.cancelAll() }
            try await body(phone)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a person who follows the instructions gets the verdicts of a phone that operates itself`(_ kind: PhoneKind) async throws {
        let notebook = Mutex(Notebook())
        try await TestPhone(kind).run { simulated in
            try await instruct(simulated, as: Follower.init) { phone in
                let first = await ConformanceSuite.run(.beforeRestart, on: phone)
                notebook.withLock { $0 = first }
            }
        } _: { simulated in
            try await instruct(simulated, as: Follower.init) { phone in
                let both = await ConformanceSuite.run(.afterRestart, on: phone, with: notebook.withLock { $0 })
                notebook.withLock { $0 = both }
            }
        }
        let results = notebook.withLock { $0.results }
        for result in results where result.verdict == .broken { Issue.record("\(result.identifier): \(result.detail ?? "")") }
        let expected = Self.restarting.union(Self.promisesOfOthers[kind] ?? [])
        #expect(Set(results.filter { $0.verdict == .notTried }.map(\.identifier)) == expected)
        #expect(results.count == ConformanceSuite.promises.count)
    }

    @Test func `a person who cannot do a step leaves its promises untried`() async throws {
        let verdicts = Mutex<[String: PromiseResult.Verdict]>([:])
        try await TestPhone(.iPhone).run { simulated in
            try await instruct(simulated, as: { _ in Refuser() }) { phone in
                for promise in ConformanceSuite.promises where ["NET-01", "CLK-05", "NET-02"].contains(promise.identifier) {
                    do {
                        try await promise.check(Trial(of: promise, on: phone, Notebook()))
                        verdicts.withLock { $0[promise.identifier] = .kept }
                    } catch is ActNotPossible {
                        verdicts.withLock { $0[promise.identifier] = .notTried }
                    }
                }
            }
        }
        #expect(verdicts.withLock { $0 } == ["NET-01": .notTried, "CLK-05": .notTried, "NET-02": .kept])
    }

    @Test func `the steps are shown in their order until the prompt ends, and only then are they dropped`() async throws {
        let shown = Mutex<[[String]]>([])
        try await TestPhone(.iPhone).run { simulated in
            let guide: @Sendable (SimulatedPhoneUnderTest) -> any ActGuide = { phone in
                Follower(phone: phone, note: { steps in shown.withLock { $0.append(steps.map(\.text)) } })
            }
            try await instruct(simulated, as: guide) { phone in
                for identifier in ["BIO-04", "BIO-05"] {
                    let promise = try #require(ConformanceSuite.promises.first { $0.identifier == identifier })
                    try await promise.check(Trial(of: promise, on: phone, Notebook()))
                }
            }
        }
        let ladder: [Act] = [.presentAnotherFaceOrFinger, .chooseAnotherTry, .presentEnrolledFaceOrFinger]
        let expected = [1, 2, 3].map { ladder.prefix($0).map(\.text) } + [[Act.closePrompt.text]]
        #expect(shown.withLock { $0 } == expected)
    }

    @Test func `every act has a step of its own, and a step that leaves the app says when to return`() {
        let acts: [Act] = [
            .seePrompt, .presentEnrolledFaceOrFinger, .presentAnotherFaceOrFinger, .closePrompt, .chooseAnotherTry, .chooseFallback,
            .lockSensor, .enterPasscode, .enrolAnotherFaceOrFinger, .removeEveryEnrolment, .leaveApp, .returnToApp, .lockPhone,
            .switchNetworkOff, .switchNetworkOn, .openLink("https://a.example"), .waitSeconds(3), .turnClock(60), .turnClock(-60),
            .restartPhone, .unlockPhone, .resetCamera, .allowCamera, .refuseCamera, .seeCamera, .showCodes([]), .showCodes(["a"]),
        ]
        #expect(Set(acts.map(\.text)).count == acts.count)
        for act in [Act.leaveApp, .lockPhone, .enterPasscode, .enrolAnotherFaceOrFinger, .switchNetworkOff, .resetCamera] {
            #expect(act.text.contains("return to the app"), "\(act)")
        }
    }
}

/// A person who does each step at a simulated phone.
private struct Follower: ActGuide {
    let phone: SimulatedPhoneUnderTest
    var note: @Sendable ([Instruction]) -> Void = { _ in }

    init(phone: SimulatedPhoneUnderTest, note: @escaping @Sendable ([Instruction]) -> Void) {
        (self.phone, self.note) = (phone, note)
    }

    init(_ phone: SimulatedPhoneUnderTest) { self.phone = phone }

    func show(_ steps: [Instruction]) async {
        note(steps)
        if let act = steps.last?.act { try? await phone.perform(act) }
    }

    func confirm(_ step: Instruction) async -> Bool {
        guard let act = step.act else { return true }
        return (try? await phone.perform(act)) != nil
    }
}

/// A person who can do nothing.
private struct Refuser: ActGuide {
    func show(_ steps: [Instruction]) async {}
    func confirm(_ step: Instruction) async -> Bool { false }
}

/// A clock whose sleep moves a simulated phone's clocks.
private struct PhoneClock: Clock {
    let phone: SimulatedPhone
    private let origin = ContinuousClock.now

    init(phone: SimulatedPhone) { self.phone = phone }

    var now: ContinuousClock.Instant { origin }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try phone.moveClock(by: (deadline - origin) / .seconds(1))
    }
}
