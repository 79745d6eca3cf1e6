// SPDX-License-Identifier: EUPL-1.2

import Brands
import PlatformSupport
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletApp

/// The supervisor: the order of use cases, unexpected errors, and the effect of a kill.
@Suite(.timeLimit(.minutes(20)))
struct AppSupervisorTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage() }

    private func launch(_ glass: ScriptedGlass, location: SourceLocation = #_sourceLocation) async throws {
        try await glass.sees(Splash(), location: location)
        stage.clock.advance(by: 1)
    }

    private func register(_ glass: ScriptedGlass, location: SourceLocation = #_sourceLocation) async throws {
        try await launch(glass, location: location)
        try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1b", location: location)
        try await glass.sees(PrivacyConsiderations(), presses: "1.4b", location: location)
        try await glass.sees(ChoosePIN(), enters: Digits.mine, location: location)
        try await glass.sees(RepeatPIN(), enters: Digits.mine, location: location)
    }

    private var registrations: Int {
        stage.wallet.calls.count { call in if case .register = call { true } else { false } }
    }

    // MARK: From one use case to the next

    @Test func `LTC51 the app leads from the first start through the setup`() async throws {
        stage.wallet.script { $0.biometricAvailability = .available(stage.sensor) }
        try await stage.playApp { glass in
            try await register(glass)
            try await glass.sees(ConfigureBiometrics(kind: stage.sensor, didFail: false), presses: "1.3a")
            try await glass.sees(WalletSecured(biometrics: stage.sensor), presses: "1.5a")
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code), presses: "1.6a")
            try await glass.sees(ConfirmDeletionCode(number: 1), types: FakeWallet.code.groups[0])
            let end = try await glass.sees(AddCardsViaLogin())
            #expect(end.top.controls == ["UC3.1/1.1c", "UC3.1/1.1a", "UC3.1/1.1b"])
        }
        #expect(registrations == 1)
    }

    @Test func `LTC32 LTC37 a registered wallet with a PID leads from the splash screen through the PIN to its cards`() async throws {
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
        }
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(Dashboard(cards: []))
        }
    }

    @Test func `back from the PIN leads to the privacy screen, then to the introduction`() async throws {
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1b")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4b")
            let choosing = try await glass.sees(ChoosePIN(), presses: "1.1b")
            #expect(choosing.direction == .forward)
            let privacy = try await glass.sees(PrivacyConsiderations(), presses: "1.4a")
            #expect(privacy.direction == .back)
            try await glass.sees(IntroductionSharing(isPaused: false))
        }
    }

    @Test func `a wallet whose deletion code was not written down shows it after the PIN`() async throws {
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.biometricAvailability = .available(stage.sensor)
        }
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(ConfigureBiometrics(kind: stage.sensor, didFail: false), presses: "1.3b")
            try await glass.sees(WalletSecured(biometrics: nil), presses: "1.5a")
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code), presses: "1.6a")
            try await glass.sees(ConfirmDeletionCode(number: 1), types: FakeWallet.code.groups[0])
            try await glass.sees(AddCardsViaLogin())
        }
    }

    @Test func `the system's prompts are in the language chosen by the user`() async throws {
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.isBiometricUnlockEnabled = true
            script.isRevocationCodeConfirmed = true
        }
        try await stage.playApp(language: .dutch) { glass in
            try await launch(glass)
            try await glass.sees(AddCardsViaLogin())
        }
        let prompt = BiometricPrompt("unlock", stage.catalog, in: .dutch)
        #expect(stage.wallet.calls == [.initialize, .unlockWithBiometrics(prompt: prompt)])
    }

    // MARK: Unexpected errors

    @Test func `after an unexpected error a retry begins the same use case again`() async throws {
        stage.wallet.script { $0.hasRemotePIN = true }
        stage.wallet.fails(.isBiometricUnlockEnabled, .unexpected)
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(GenericError(code: "X-01"), presses: "Generic.retry")
            try await glass.sees(OpenWithPIN(notice: nil))
        }
    }

    @Test func `after an unexpected error a restart returns to the start of the app`() async throws {
        stage.wallet.script { $0.hasRemotePIN = true }
        stage.wallet.fails(.isBiometricUnlockEnabled, .unexpected, .notRegistered)
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(GenericError(code: "X-01"), presses: "Generic.restart")
            try await launch(glass)
            try await glass.sees(GenericError(code: "S-02"), presses: "Generic.restart")
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil))
        }
        #expect(stage.wallet.calls == [.initialize, .rebind, .rebind])
    }

    @Test func `an error from outside the core is shown as Generic too`() async throws {
        struct Odd: Error {}
        stage.wallet.script { $0.failures = [.isDeviceRooted: [Odd()]] }
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(GenericError(code: "X-01"), presses: "Generic.retry")
            try await launch(glass)
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
    }

    @Test func `if the phone's storage fills after the registration, a retry continues without a second registration`() async throws {
        stage.wallet.script { $0.biometricAvailability = .available(stage.sensor) }
        stage.wallet.fails(.enableBiometricUnlock, .storeFull)
        stage.wallet.fails(.revocationCode, .storeFull)
        stage.wallet.fails(.confirmRevocationCode, .storeFull)
        try await stage.playApp { glass in
            try await register(glass)
            try await glass.sees(ConfigureBiometrics(kind: stage.sensor, didFail: false), presses: "1.3a")
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            try await glass.sees(ConfigureBiometrics(kind: stage.sensor, didFail: false), presses: "1.3a")
            try await glass.sees(WalletSecured(biometrics: stage.sensor), presses: "1.5a")
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code), presses: "1.6a")
            try await glass.sees(ConfirmDeletionCode(number: 1), types: FakeWallet.code.groups[0])
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code), presses: "1.6a")
            try await glass.sees(ConfirmDeletionCode(number: 1), types: FakeWallet.code.groups[0])
            try await glass.sees(AddCardsViaLogin())
        }
        #expect(registrations == 1)
        #expect(try await stage.wallet.isRevocationCodeConfirmed())
    }

    // MARK: Killed

    @Test func `a kill on an error screen ends every task`() async throws {
        stage.wallet.fails(.isDeviceRooted, .unexpected)
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(GenericError(code: "X-01"))
        }
        stage.expectNothingWaits()
    }

    @Test func `a kill on the last screen ends every task`() async throws {
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
        }
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(Dashboard(cards: []))
        }
        stage.expectNothingWaits()
    }

    // MARK: The operating system

    @Test func `resuming the app marks its rows and does not change the screen`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let entries = stage.trace.updates()
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await launch(glass)
            let shown = try await glass.sees(IntroductionAddingCards(isPaused: false))
            system.yield(.didEnterBackground)
            system.yield(.willEnterForeground)
            for await entry in entries where entry.row == "UC1.2/3.1b" { break }
            #expect(stage.host.current == shown)
        }
        #expect(stage.rows.filter { $0 == "UC1.2/1.1b" }.count == 1)
    }

    @Test func `an error while resuming is not shown over the current screen`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let entries = stage.trace.updates()
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await launch(glass)
            let shown = try await glass.sees(IntroductionAddingCards(isPaused: false))
            stage.wallet.fails(.hasRemotePIN, .unexpected)
            system.yield(.willEnterForeground)
            system.yield(.willEnterForeground)
            for await entry in entries where entry.row == "UC1.2/3.1b" { break }
            #expect(stage.host.current == shown)
        }
    }

    @Test func `a link is passed to the core once the app is bound to the core, and changes no screen`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        stage.links.touch("https://app.example/link")
        system.yield(.openLink)
        let received = AsyncStream.makeStream(of: Void.self)
        stage.wallet.script { script in script.onCall = { received.continuation.yield() } }
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await launch(glass)
            let shown = try await glass.sees(IntroductionAddingCards(isPaused: false))
            for await _ in received.stream where stage.wallet.calls.contains(.receive(link: "https://app.example/link")) { break }
            // The app forgets the link when it has dealt with the core's answer.
            await stage.links.hasNone()
            #expect(stage.host.current == shown)
        }
    }

    @Test func `the app continues when the stream of system events ends`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        system.finish()
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await launch(glass)
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
    }
}
