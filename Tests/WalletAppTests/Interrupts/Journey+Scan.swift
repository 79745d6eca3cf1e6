// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// Scanning a QR code, from the dashboard.
extension Journey {
    static let scanCode = Journey(
        "UC9.9", way: [see(lock, enter: Digits.mine)],
        [
            see(home, "1.1b"), see(ChooseHow(), "3.1a"), see(CameraNeeded(permission: .undetermined), "2.1b"),
            see(help("UC9.9.camera"), "1a"),
            Step(
                CameraNeeded(permission: .undetermined),
                .event { stage in
                    stage.wallet.script { $0.cameraAnswer = .granted }
                    stage.press("UC9.9/2.1c")
                }),
            Step(
                ScanQRCode(light: .off),
                .event { stage in
                    if let code = ScannedCode("https://elsewhere.example") { stage.wallet.looks(at: .notUsable(.webAddress, code)) }
                }),
            see(NotACode(problem: .webAddress), "3.1a"), see(ScanQRCode(light: .off), "1.3c"), see(help("UC9.9"), "1a"),
            see(ScanQRCode(light: .off), "1.3b"), end(home),
        ], prepare: registered)
}
