// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.3/1.2: unlocking with a prompt, and the messages of an iPhone.
@Suite(.timeLimit(.minutes(20)))
struct UnlockWithBiometricsTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .locked)
        stage.wallet.script { script in
            script.isRevocationCodeConfirmed = true
            script.isBiometricUnlockEnabled = true
        }
    }

    private func unlock(
        scans: BiometricUnlockResult..., script: @escaping @Sendable (ScriptedGlass) async throws -> Void = { _ in }
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
        let prompt = BiometricPrompt("unlock", stage.catalog, in: .english)
        #expect(stage.wallet.calls == [.unlockWithBiometrics(prompt: prompt)])
        #expect(prompt.title != "prompt.unlock.title")
    }

    @Test func `biometrics that were disabled in the meantime lead to the PIN, without a message about a changed face`() async throws {
        _ = try await unlock(scans: .disabled) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(uses == (1, 1))
    }

    @Test func `during the system's scan the screen below accepts no input`() async throws {
        let gate = stage.wallet.holds(.unlockWithBiometrics)
        _ = try await unlock(scans: .unlocked) { glass in
            let shown = try await glass.seesAtWork(ScanBiometrics())
            #expect(shown.top.controls.isEmpty)
            gate.open()
        }
    }

    /// The rows of UC2.3 so far.
    private var scanRows: [String] { stage.rows.map(\.description).filter { $0.hasPrefix("UC2.3/") } }

    private func played(_ scan: BiometricUnlockResult) async throws -> [String] {
        _ = try await unlock(scans: scan) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        return Array(scanRows.drop { $0 != "UC2.3/1.2" }.prefix { $0 != "UC2.3/1.3" }.map { String($0.dropFirst(6)) })
    }

    @Test func `LTC39 after a wrong biometric the user may try again and unlock`() async throws {
        let next = try await unlock(scans: BiometricUnlockResult(.unlocked, after: [.triedAgain]))
        #expect(next == .goTo(.obtainPID))
        #expect(uses == (1, 0))
        #expect(scanRows.prefix(8).suffix(6) == ["1.2", "1.2b", "2.1", "2.1b", "1.2", "1.2a"].map { "UC2.3/" + $0 })
    }

    @Test(arguments: [BiometricPromptMessage.Choice.fallback, .close])
    func `LTC39 after a second wrong biometric only the PIN is left`(_ choice: BiometricPromptMessage.Choice) async throws {
        let shown = [BiometricPromptMessage.triedAgain, BiometricPromptMessage(.offersFallback, choice)]
        let rows = try await played(BiometricUnlockResult(choice == .fallback ? .fallback : .cancelled, after: shown))
        #expect(rows == ["1.2", "1.2b", "2.1", "2.1b", "1.2", "1.2c", "3.1", choice == .fallback ? "3.1a" : "3.1b"])
        #expect(uses == (1, 1))
    }

    @Test func `after one wrong biometric the user can close the prompt and use the PIN`() async throws {
        let rows = try await played(BiometricUnlockResult(.cancelled, after: [BiometricPromptMessage(.asksToTryAgain, .close)]))
        #expect(rows == ["1.2", "1.2b", "2.1", "2.1a"])
        #expect(uses == (1, 1))
    }

    @Test func `if the sensor locks before the second try, the PIN screen shows the reason`() async throws {
        stage.wallet.script { $0.biometricAvailability = .lockedOut(stage.sensor) }
        _ = try await unlock(scans: BiometricUnlockResult(.lockedOut, after: [.triedAgain])) { glass in
            try await glass.sees(OpenWithPIN(notice: Text("openWithPIN.lockedOut.\(stage.sensor.rawValue)")), enters: Digits.mine)
        }
        #expect(scanRows.contains("UC2.3/1.2g"))
    }

    @Test(arguments: [BiometricUnlockResult.notRecognised, .fallback, .disabled, .pinChangePending])
    func `a system that reports only the end of the scan also leads to the PIN`(_ scan: BiometricUnlockResult) async throws {
        let rows = try await played(scan)
        #expect(!rows.contains { $0.hasPrefix("2.") || $0.hasPrefix("3.") || $0.hasPrefix("4.") || $0.hasPrefix("5.") })
        #expect(uses == (1, 1))
    }

    @Test(arguments: BiometricKind.allCases)
    func `the PIN screen names the phone's own sensor, not the usual sensor of its brand`(_ kind: BiometricKind) async throws {
        stage.wallet.script { $0.biometricAvailability = .available(kind) }
        _ = try await unlock(scans: .enrolmentChanged) { glass in
            try await glass.sees(OpenWithPIN(notice: Text("openWithPIN.enrolmentChanged.\(kind.rawValue)")), enters: Digits.mine)
        }
    }

    @Test func `a phone that has lost its sensor asks for the PIN without giving a reason`() async throws {
        stage.wallet.script { $0.biometricAvailability = .unsupported }
        _ = try await unlock(scans: .enrolmentChanged) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(scanRows.contains("UC2.3/1.2g"))
    }

    @Test func `a scan that the user cancels leads to the PIN without an error message`() async throws {
        _ = try await unlock(scans: .cancelled) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(stage.rows.contains("UC2.3/1.2f"))
    }

    @Test(
        arguments: [
            ([], ["1.2"]), ([.triedAgain], ["1.2", "1.2b", "2.1", "2.1b", "1.2"]),
            ([BiometricPromptMessage(.asksToTryAgain)], ["1.2", "1.2b", "2.1"]),
        ] as [([BiometricPromptMessage], [String])])
    func `a scan that fails leads to the PIN without an error message, and no row says that the user cancelled it`(
        _ shown: [BiometricPromptMessage], _ rows: [String]
    ) async throws {
        #expect(try await played(BiometricUnlockResult(.failed, after: shown)) == rows)
        #expect(uses == (1, 1))
    }

    @Test(arguments: [BiometricUnlockResult.lockedOut, .enrolmentChanged, .statusTooOld])
    func `when the sensor cannot be used the PIN screen shows the reason, even after a wrong PIN`(_ scan: BiometricUnlockResult)
        async throws
    {
        stage.wallet.script { $0.biometricAvailability = .lockedOut(stage.sensor) }
        let notice: Text =
            switch scan.outcome {
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

    @Test func `while a PIN change is pending the app asks for the PIN instead of a scan`() async throws {
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

    private func report(_ events: AppLifecycleEvent...) {
        for event in events { stage.context.supervision.presence.change { $0.note(event) } }
    }

    @Test(arguments: [AppLifecycleEvent.willEnterForeground, .didBecomeActive, .protectedDataDidBecomeAvailable])
    func `a scan that ends because the app went to the background is repeated when the app returns`(_ event: AppLifecycleEvent) async throws
    {
        let calls = calls()
        let next = try await unlock(scans: .interrupted, .interrupted, .unlocked) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            for resume in 1...2 {
                await waitForScans(resume, calls)
                // No scan takes place before the app returns to the foreground.
                let scans = uses.scans
                #expect(scans == resume)
                report(.didEnterBackground, event)
            }
        }
        #expect(next == .goTo(.obtainPID))
        #expect(uses == (3, 0))
        #expect(!stage.rows.contains("UC2.3/1.2f"))
        #expect(stage.rows.count { $0 == "UC2.3/1.2" } == 1)
        stage.expectNothingWaits()
    }

    @Test func `an app that never left the foreground scans again after ten seconds`() async throws {
        let calls = calls()
        _ = try await unlock(scans: .interrupted, .interrupted, .unlocked) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            for scan in 1...2 {
                await waitForScans(scan, calls)
                try await stage.clock.waitForSleeper()
                stage.clock.advance(by: 9.5)
                for _ in 0..<1_000 { await Task.yield() }
                let scans = uses.scans
                #expect(scans == scan)
                stage.clock.advance(by: 0.5)
            }
        }
        #expect(uses == (3, 0))
    }

    @Test func `after the third prompt that the system refuses in the foreground, the app asks for the PIN`() async throws {
        let calls = calls()
        _ = try await unlock(scans: .interrupted, .interrupted, .interrupted) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            for scan in 1...2 {
                await waitForScans(scan, calls)
                try await stage.clock.waitForSleeper()
                stage.clock.advance(by: 10)
            }
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(uses == (3, 1))
        #expect(!stage.rows.contains("UC2.3/1.2f") && stage.rows.count { $0 == "UC2.3/1.2" } == 1)
    }

    @Test(arguments: [nil, CocoaError(.featureUnsupported)])
    func `with a clock that does not wait, the third refused prompt still leads to the PIN`(failure: CocoaError?) async throws {
        stage.clock.stopWaiting(failure: failure)
        _ = try await unlock(scans: .interrupted, .interrupted, .interrupted) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(uses == (3, 1))
    }

    @Test func `refusals before the app left the foreground do not count after its return`() async throws {
        let calls = calls()
        _ = try await unlock(scans: .interrupted, .interrupted, .interrupted, .interrupted, .unlocked) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            for scan in 1...4 {
                await waitForScans(scan, calls)
                if scan == 2 {
                    report(.didEnterBackground, .willEnterForeground)
                } else {
                    try await stage.clock.waitForSleeper()
                    stage.clock.advance(by: 10)
                }
            }
        }
        #expect(uses == (5, 0))
    }

    @Test func `an app in the background waits for its return, however long`() async throws {
        let calls = calls()
        _ = try await unlock(scans: .interrupted, .unlocked) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            await waitForScans(1, calls)
            try await stage.clock.waitForSleeper()
            // Late: the prompt closes before the report that the app has left.
            report(.willResignActive, .didEnterBackground)
            await stage.clock.hasNoSleepers()
            stage.clock.advance(by: 3600)
            for _ in 0..<1_000 { await Task.yield() }
            let scans = uses.scans
            #expect(scans == 1)
            report(.willEnterForeground)
        }
        #expect(uses == (2, 0))
    }

    @Test func `a return before the app left does not count`() async throws {
        let calls = calls()
        let gate = stage.wallet.holds(.unlockWithBiometrics)
        _ = try await unlock(scans: .interrupted, .unlocked) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            await waitForScans(1, calls)
            report(.didBecomeActive, .willResignActive, .didEnterBackground)
            gate.open()
            for _ in 0..<1_000 { await Task.yield() }
            let scans = uses.scans
            #expect(scans == 1)
            report(.willEnterForeground)
        }
        #expect(uses == (2, 0))
    }

    @Test func `messages of a prompt that closed in the background are reported, and the next prompt starts without them`() async throws {
        let calls = calls()
        let left = BiometricUnlockResult(.interrupted, after: [BiometricPromptMessage(.asksToTryAgain)])
        _ = try await unlock(scans: left, .unlocked) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            await waitForScans(1, calls)
            report(.didEnterBackground, .willEnterForeground)
        }
        #expect(scanRows.prefix(7).suffix(5) == ["1.2", "1.2b", "2.1", "1.2", "1.2a"].map { "UC2.3/" + $0 })
    }

    @Test func `an app that returns before its scan has ended still notices the end of the scan`() async throws {
        let calls = calls()
        let gate = stage.wallet.holds(.unlockWithBiometrics)
        _ = try await unlock(scans: .interrupted, .unlocked) { glass in
            try await glass.seesAtWork(ScanBiometrics())
            await waitForScans(1, calls)
            report(.didEnterBackground, .willEnterForeground)
            gate.open()
        }
        #expect(uses == (2, 0))
    }

    @Test func `under the supervisor a locked app scans once each time it returns`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let calls = calls()
        stage.wallet.script { $0.scans = [.interrupted, .interrupted, .wrongFaces] }
        stage.wallet.begin(in: .waitingForInitialize)
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.seesAtWork(ScanBiometrics())
            for resume in 1...2 {
                await waitForScans(resume, calls)
                system.yield(.didEnterBackground)
                system.yield(.willEnterForeground)
            }
            try await glass.sees(OpenWithPIN(notice: nil))
        }
        #expect(uses == (3, 0))
        #expect(stage.rows.count { $0 == "UC1.2/3.2b" } == 2)
    }

    @Test(arguments: [AppLifecycleEvent.didBecomeActive, .protectedDataDidBecomeAvailable])
    func `under the supervisor an app that only became active, or whose phone was unlocked, scans again`(_ event: AppLifecycleEvent)
        async throws
    {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let calls = calls()
        stage.wallet.script { $0.scans = [.interrupted, .wrongFaces] }
        stage.wallet.begin(in: .waitingForInitialize)
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.seesAtWork(ScanBiometrics())
            await waitForScans(1, calls)
            system.yield(.willResignActive)
            system.yield(event)
            try await glass.sees(OpenWithPIN(notice: nil))
        }
        #expect(uses == (2, 0))
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

    @Test func `an app that is killed while the system shows a message takes no row for that message`() async throws {
        stage.wallet.script { $0.scans = [.wrongFaces] }
        let gate = stage.wallet.holds(.unlockWithBiometrics)
        defer { gate.open() }
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.seesAtWork(ScanBiometrics())
        }
        #expect(!scanRows.contains("UC2.3/1.2b"))
    }
}
