// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// PF2.9 Set up PIN: choosing and repeating.
@Suite(.timeLimit(.minutes(20)))
struct SetUpPINTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage(in: .empty) }

    private func setUp(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws -> SetUpPIN.Result {
        try await stage.play({ try await SetUpPIN($0).run() }, script: script)
    }

    @Test func `LTC51 a PIN that is entered twice is set up`() async throws {
        let result = try await setUp { glass in
            try await glass.sees(ChoosePIN(), enters: Digits.mine)
            try await glass.sees(RepeatPIN(), enters: Digits.mine)
        }
        #expect(result == .succeeded)
        #expect(stage.wallet.calls == [.register(try Digits.pin(Digits.mine))])
    }

    @Test(arguments: [
        ("111111", PINPolicyViolation.oneDigit), ("123456", .run), ("654321", .run), ("121212", .repetition), ("147258", .common),
    ])
    func `LTC50 a PIN that is too simple is refused with the reason, and a new PIN is chosen`(
        _ digits: String, _ violation: PINPolicyViolation
    ) async throws {
        let simple = try Digits.pin(digits)
        stage.wallet.script { $0.tooSimple = [(simple, violation)] }
        let result = try await setUp { glass in
            try await glass.sees(ChoosePIN(), enters: digits)
            let prompt = try await glass.sees(PINTooSimple(violation: violation), presses: "2.1a")
            #expect(prompt.below?.screen == "ChoosePIN")
            let again = try await glass.sees(ChoosePIN(), enters: Digits.mine)
            #expect(again.below == nil)
            try await glass.sees(RepeatPIN(), enters: Digits.mine)
        }
        #expect(result == .succeeded)
        #expect(stage.wallet.calls == [.register(try Digits.pin(Digits.mine))])
    }

    @Test func `LTC48 the second entry may be repeated if it differs from the first`() async throws {
        let result = try await setUp { glass in
            try await glass.sees(ChoosePIN(), enters: Digits.mine)
            try await glass.sees(RepeatPIN(), enters: Digits.other)
            let prompt = try await glass.sees(PINsDiffer(), presses: "3.1a")
            #expect(prompt.below?.screen == "RepeatPIN")
            try await glass.sees(RepeatPIN(), enters: Digits.mine)
        }
        #expect(result == .succeeded)
        #expect(stage.wallet.calls == [.register(try Digits.pin(Digits.mine))])
    }

    @Test func `LTC49 after a second difference the user chooses a new PIN, and the count of differences restarts`() async throws {
        let result = try await setUp { glass in
            try await glass.sees(ChoosePIN(), enters: Digits.mine)
            try await glass.sees(RepeatPIN(), enters: Digits.other)
            try await glass.sees(PINsDiffer(), presses: "3.1a")
            try await glass.sees(RepeatPIN(), enters: Digits.other)
            try await glass.sees(PINsDifferAgain(), presses: "4.1a")
            try await glass.sees(ChoosePIN(), enters: Digits.other)
            try await glass.sees(RepeatPIN(), enters: Digits.mine)
            try await glass.sees(PINsDiffer(), presses: "3.1a")
            try await glass.sees(RepeatPIN(), enters: Digits.other)
        }
        #expect(result == .succeeded)
        #expect(stage.wallet.calls == [.register(try Digits.pin(Digits.other))])
    }

    @Test func `going back from choosing a PIN ends the setup, and nothing is registered`() async throws {
        let result = try await setUp { glass in
            try await glass.sees(ChoosePIN(), presses: "1.1b")
        }
        #expect(result == .back)
        #expect(stage.wallet.calls.isEmpty)
    }

    @Test func `going back from repeating leads to choosing, and the first PIN is discarded`() async throws {
        let result = try await setUp { glass in
            try await glass.sees(ChoosePIN(), enters: Digits.mine)
            try await glass.sees(RepeatPIN(), presses: "1.3b")
            let choosing = try await glass.sees(ChoosePIN(), enters: Digits.other)
            #expect(choosing.direction == .back)
            try await glass.sees(RepeatPIN(), enters: Digits.other)
        }
        #expect(result == .succeeded)
        #expect(stage.wallet.calls == [.register(try Digits.pin(Digits.other))])
    }

    @Test func `info is offered at both entries and returns to the same entry`() async throws {
        _ = try await setUp { glass in
            try await glass.sees(ChoosePIN(), presses: "1.1c")
            try await glass.sees(AboutApp(), presses: "1.1c")
            try await glass.sees(ChoosePIN(), enters: Digits.mine)
            try await glass.sees(RepeatPIN(), presses: "1.3c")
            try await glass.sees(AboutApp(), presses: "1.1c")
            try await glass.sees(RepeatPIN(), enters: Digits.mine)
        }
    }

    @Test(arguments: ["", "74920", "7492051", "74920a", "٧٤٩٢٠٥", "749205\n", " 749205"])
    func `the PIN pad refuses anything but six digits, and the screen stays`(_ typed: String) async throws {
        let result = try await setUp { glass in
            let shown = try await glass.sees(ChoosePIN())
            #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: "PF2.9/1.1a", value: typed)))
            #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: "PF2.9/1.1a", value: nil)))
            #expect(stage.host.current == shown)
            stage.press("PF2.9/1.1b")
        }
        #expect(result == .back)
    }
}
