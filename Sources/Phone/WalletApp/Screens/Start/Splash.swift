// SPDX-License-Identifier: EUPL-1.2

/// UC1.2/2.1: the splash screen, for one second.
struct Splash: Screen {
    let row: Row = "UC1.2/2.1"
    let isSensitive = false
    let pieces: [Piece<NoAction>] = [.splash]

    static func == (_: Splash, _: Splash) -> Bool { true }
}
