// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.3/1.2: the biometric ladder of an iPhone.
@Suite(.timeLimit(.minutes(5)))
struct UnlockWithBiometricsTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.isRevocationCodeConfirmed = true
            script.isBiometricUnlockEnabled = true
        }
    }

    private func unlock(
        scans: BiometricUnlock..., script: @escaping @Sendable (ScriptedGlass) async throws -> Void = { _ in }
    ) async throws -> UnlockTheApp.Outcome {
        stage.wallet.script { $0.scans = scans }
        return try await stage.play({ try await UnlockTheApp($0).run(over: .nothing) }, script: script)
    }

    /// The number of scans and PIN entries.
    private var uses: (scans: Int, pins: Int) {
        let scans = stage.wallet.calls.count { call in if case .unlockWithBiometrics = call { true } else { false } }
        let pins = stage.wallet.calls.count { call in if case .unlock = call { true } else { false } }
        return (scans, pins)
    }

    @Test func `LTC38 the right biometric opens the wallet without a PIN`() async throws {
        stage.wallet.script { $0.hasPID = true }
        #expect(try await unlock(scans: .unlocked) == .goTo(.showAllCards))
        let prompt = stage.catalog.string("prompt.unlock", in: .english)
        #expect(stage.wallet.calls == [.unlockWithBiometrics(prompt: prompt)])
        #expect(prompt != "prompt.unlock")
    }

    @Test func `biometrics that were disabled in between lead to the PIN, without a message about a changed face`() async throws {
        _ = try await unlock(scans: .disabled) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(uses == (1, 1))
    }

    @Test func `while the system scans, the screen below takes no answers`() async throws {
        let gate = stage.wallet.holds(.unlockWithBiometrics)
        _ = try await unlock(scans: .unlocked) { glass in
            let shown = try await glass.seesAtWork(ScanBiometrics())
            #expect(shown.top.controls.isEmpty)
            gate.open()
        }
    }

    @Test func `LTC39 a wrong biometric may be tried again, and is right then`() async throws {
        let next = try await unlock(scans: .notRecognised, .unlocked) { glass in
            let prompt = try await glass.sees(BiometricNotRecognised(), presses: "2.1b")
            #expect(prompt.below?.screen == "ScanBiometrics")
            #expect(prompt.top.style == .systemPrompt)
        }
        #expect(next == .goTo(.obtainPID))
        #expect(uses == (2, 0))
    }

    @Test(arguments: ["3.1a", "3.1b"])
    func `LTC39 a second wrong biometric leaves only the PIN`(_ control: String) async throws {
        let next = try await unlock(scans: .notRecognised, .notRecognised) { glass in
            try await glass.sees(BiometricNotRecognised(), presses: "2.1b")
            try await glass.sees(BiometricNotRecognisedEnterPIN(), presses: control)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(next == .goTo(.obtainPID))
        #expect(uses == (2, 1))
    }

    @Test func `after one wrong biometric the prompt can be closed for the PIN`() async throws {
        _ = try await unlock(scans: .notRecognised) { glass in
            try await glass.sees(BiometricNotRecognised(), presses: "2.1a")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(uses == (1, 1))
    }

    @Test func `a scan that the user cancels leads to the PIN without a reproach`() async throws {
        _ = try await unlock(scans: .cancelled) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(stage.rows.contains("UC2.3/1.2f"))
    }

    @Test(arguments: [BiometricUnlock.lockedOut, .enrolmentChanged, .statusTooOld])
    func `when the sensor cannot be used the PIN screen says why, also after a wrong PIN`(_ scan: BiometricUnlock) async throws {
        let notice: Text =
            switch scan {
            case .lockedOut: Text("openWithPIN.lockedOut.\(stage.sensor.rawValue)")
            case .enrolmentChanged: Text("openWithPIN.enrolmentChanged.\(stage.sensor.rawValue)")
            default: "openWithPIN.statusTooOld"
            }
        stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
        _ = try await unlock(scans: scan) { glass in
            try await glass.sees(OpenWithPIN(notice: notice), enters: Digits.other)
            try await glass.sees(WrongPIN(step: "2.1"), presses: "2.1a")
            try await glass.sees(OpenWithPIN(notice: notice), enters: Digits.mine)
        }
        #expect(stage.rows.contains("UC2.3/1.2g"))
        #expect(uses == (1, 2))
    }

    @Test func `while a PIN change is to be settled the PIN is asked for instead`() async throws {
        _ = try await unlock(scans: .pinChangePending) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(uses == (1, 1))
    }

    // MARK: In the background

    /// Waits for a number of scans.
    private func waitForScans(_ count: Int, _ calls: AsyncStream<Void>) async {
        if uses.scans >= count { return }
        for await _ in calls where uses.scans >= count { break }
    }

    /// Streams the calls of the core.
    private func calls() -> AsyncStream<Void> {
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        stage.wallet.script { $0.onCall = { call.yield() } }
        return calls
    }

    @Test func `a scan that the background ended is no answer: it scans again when the app is back`() async throws {
        let calls = calls()
        let next = try await unlock(scans: .interrupted, .interrupted, .unlocked) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            for resume in 1...2 {
                await waitForScans(resume, calls)
                // No scan takes place before the app returns to the foreground.
                let scans = uses.scans
                #expect(scans == resume)
                stage.context.supervision.resumes.change { $0 += 1 }
            }
        }
        #expect(next == .goTo(.obtainPID))
        #expect(uses == (3, 0))
        #expect(!stage.rows.contains("UC2.3/1.2f"))
        #expect(stage.rows.count { $0 == "UC2.3/1.2" } == 1)
    }

    @Test func `an app that is back before the scan has ended does not miss it`() async throws {
        let calls = calls()
        let gate = stage.wallet.holds(.unlockWithBiometrics)
        _ = try await unlock(scans: .interrupted, .unlocked) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            await waitForScans(1, calls)
            stage.context.supervision.resumes.change { $0 += 1 }
            gate.open()
        }
        #expect(uses == (2, 0))
    }

    @Test func `under the supervisor a locked app that comes back scans, once each time`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let calls = calls()
        stage.wallet.script { $0.scans = [.interrupted, .interrupted, .notRecognised] }
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.seesAtWork(ScanBiometrics())
            for resume in 1...2 {
                await waitForScans(resume, calls)
                system.yield(.didEnterBackground)
                system.yield(.willEnterForeground)
            }
            try await glass.sees(BiometricNotRecognised())
        }
        #expect(uses == (3, 0))
        #expect(stage.rows.count { $0 == "UC1.2/3.2b" } == 2)
    }

    @Test func `an app that is killed in the background stays locked, and does not scan`() async throws {
        let calls = calls()
        stage.wallet.script { $0.scans = [.interrupted] }
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            await waitForScans(1, calls)
        }
        #expect(uses == (1, 0))
        #expect(!stage.wallet.present.isUnlocked)
    }

    @Test func `an app that is killed during a scan stays locked`() async throws {
        let gate = stage.wallet.holds(.unlockWithBiometrics)
        defer { gate.open() }
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.seesAtWork(ScanBiometrics())
        }
        #expect(!stage.wallet.present.isUnlocked)
    }
}
