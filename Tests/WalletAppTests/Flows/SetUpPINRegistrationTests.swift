// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// PF2.9/1.5: registering the PIN, and its errors.
@Suite(.timeLimit(.minutes(20)))
struct SetUpPINRegistrationTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage(in: .empty) }

    /// Chooses and repeats the PIN; the script starts at the registration.
    private func register(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws -> SetUpPIN.Result {
        try await stage.play({ try await SetUpPIN($0).run() }) { glass in
            try await glass.sees(ChoosePIN(), enters: Digits.mine)
            try await glass.sees(RepeatPIN(), enters: Digits.mine)
            try await script(glass)
        }
    }

    private func expectRegistered(times: Int) throws {
        let pin = try Digits.pin(Digits.mine)
        #expect(stage.wallet.calls == Array(repeating: .register(pin), count: times))
    }

    @Test func `while the PIN is set up the screen shows progress and takes no input`() async throws {
        let gate = stage.wallet.holds(.register)
        let result = try await register { glass in
            let shown = try await glass.seesAtWork(SettingUpPIN())
            #expect(shown.top.controls.isEmpty)
            #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: "PF2.9/1.3a", value: Digits.mine)))
            gate.open()
        }
        #expect(result == .succeeded)
    }

    @Test(arguments: [DeviceInsecurity.attestationNotSupported, .attestationRejected])
    func `LTC52 a failed attestation shows the reason, and a retry keeps the PIN`(_ insecurity: DeviceInsecurity) async throws {
        stage.wallet.fails(.register, .deviceInsecure(insecurity), .deviceInsecure(insecurity))
        let result = try await register { glass in
            try await glass.sees(DeviceInsecure(insecurity: insecurity), presses: "DeviceInsecure.retry")
            try await glass.sees(DeviceInsecure(insecurity: insecurity), presses: "DeviceInsecure.retry")
        }
        #expect(result == .succeeded)
        #expect(stage.rows.contains("PF2.9/1.5b"))
        try expectRegistered(times: 3)
    }

    @Test func `without internet the app says so, and a retry keeps the PIN`() async throws {
        stage.wallet.fails(.register, .noInternet)
        let result = try await register { glass in
            try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.help")
            try await glass.sees(HelpPage(topic: "error.noInternet"), presses: "1a")
            try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.retry")
        }
        #expect(result == .succeeded)
        #expect(stage.rows.contains("PF2.9/1.5c"))
        try expectRegistered(times: 2)
    }

    @Test(arguments: [WalletCoreError.Code.noInternet, .serverUnreachable])
    func `going back without an answer leads to choosing a PIN, and the first PIN is dropped`(_ code: WalletCoreError.Code) async throws {
        stage.wallet.fails(.register, code)
        let result = try await register { glass in
            try await glass.seesNoAnswer(code, presses: "extra/13a")
            try await glass.sees(ChoosePIN(), enters: Digits.other)
            try await glass.sees(RepeatPIN(), enters: Digits.other)
        }
        #expect(result == .succeeded)
        #expect(stage.wallet.calls == [.register(try Digits.pin(Digits.mine)), .register(try Digits.pin(Digits.other))])
    }

    @Test func `if our service does not answer the app says so, and a retry keeps the PIN`() async throws {
        stage.wallet.fails(.register, .serverUnreachable)
        let result = try await register { glass in
            try await glass.sees(ServerUnreachable(canGoBack: true), presses: "ServerUnreachable.help")
            try await glass.sees(HelpPage(topic: "error.serverUnreachable"), presses: "1a")
            try await glass.sees(ServerUnreachable(canGoBack: true), presses: "ServerUnreachable.retry")
        }
        #expect(result == .succeeded)
        #expect(stage.rows.contains("PF2.9/1.5d"))
        try expectRegistered(times: 2)
    }

    @Test func `a full phone is named as the cause, and a retry keeps the PIN`() async throws {
        stage.wallet.fails(.register, .storeFull)
        let result = try await register { glass in
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
        }
        #expect(result == .succeeded)
        try expectRegistered(times: 2)
    }

    @Test func `if the wallet is already registered the app restarts and does not ask for PINs again`() async throws {
        stage.wallet.fails(.register, .alreadyRegistered)
        let result = try await register { glass in
            try await glass.sees(GenericError(code: "S-02"), presses: "Generic.restart")
        }
        #expect(result == .restart)
        try expectRegistered(times: 1)
    }

    @Test func `an app that is killed while the PIN is set up leaves no task behind`() async throws {
        let gate = stage.wallet.holds(.register)
        defer { gate.open() }
        try await stage.playUntilKilled({ _ = try await SetUpPIN($0).run() }) { glass in
            try await glass.sees(ChoosePIN(), enters: Digits.mine)
            try await glass.sees(RepeatPIN(), enters: Digits.mine)
            try await glass.seesAtWork(SettingUpPIN())
        }
        #expect(!stage.rows.contains("PF2.9/1.5a"))
    }
}
