// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

@testable import WalletApp

/// A screen with one control of each kind.
struct Sample: Screen {
    enum Action: Sendable, Equatable {
        case next
        case back
        case pin(PIN)
    }

    /// Distinguishes samples.
    var number = "1"
    var style = ScreenStyle.full

    var row: Row { Row("sample", number) }
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "sample/back", .back)),
            .pinPad("openWithPIN.field", row: "sample/pin") { .pin($0) },
            .button(.primary, "common.next", row: "sample/next", .next),
        ]
    }
}

/// Another type of screen with the same controls.
struct OtherSample: Screen {
    typealias Action = Sample.Action

    var style = ScreenStyle.full

    let row: Row = "other/1"
    var pieces: [Piece<Action>] { Sample().pieces }
}

extension ScreenHost {
    /// Waits for the newest presentation that takes answers.
    func nextLive(after ticket: Int = 0) async -> Presentation? {
        for await case let shown? in presentations() where shown.isLive && shown.ticket > ticket { return shown }
        return nil
    }

    /// Waits for the first presentation, whether or not it takes answers.
    func nextShown() async -> Presentation? {
        for await case let shown? in presentations() { return shown }
        return nil
    }

    /// Presses a control of the present screen.
    @discardableResult
    func press(_ control: Row, _ value: String? = nil, on shown: Presentation?) -> Bool {
        answer(Answer(ticket: shown?.ticket ?? 0, control: control, value: value))
    }
}
