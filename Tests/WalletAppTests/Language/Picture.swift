// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport

@testable import PhoneWeb
@testable import WalletApp

/// One picture of the gallery: a phone, and the screen on its glass.
struct Picture {
    /// The name: the screen, and its variant.
    let name: String
    /// The screen's type, or the system's own screen.
    let screen: String
    let device: DeviceSnapshot
    /// The app's presentation; nil for a system screen.
    let presentation: Presentation?

    var kind: PhoneKind { device.kind }
    /// True if the screen covers another.
    var isDialog: Bool { presentation?.below != nil }

    /// Every screen on an iPhone, the screens that differ on an Android phone, and the phones' own screens.
    static let all: [Picture] = app(on: .iPhone) + app(on: .android).filter { $0.isOfTheSystem } + system

    private static func app(on kind: PhoneKind) -> [Picture] {
        var below: Presentation.Drawn?
        var counts: [String: Int] = [:]
        return Gallery.screens.map { screen in
            let drawn = Presentation.Drawn(screen)
            let count = counts[drawn.screen, default: 0] + 1
            counts[drawn.screen] = count
            let waits = drawn.components.contains { if case .progress = $0 { true } else { false } }
            if drawn.style == .full, !waits, below?.screen != drawn.screen { below = drawn }
            let name = (kind == .android ? "android-" : "") + drawn.screen + (count > 1 ? "-\(count)" : "")
            var device = DeviceSnapshot(kind: kind, app: .foreground)
            if screen is ScanBiometrics { device.prompt = prompt(on: kind) }
            let under = drawn.style == .full ? nil : below
            return Picture(
                name: name, screen: drawn.screen, device: device,
                presentation: Presentation(ticket: 1, top: drawn, below: under, direction: .none, isLive: true))
        }
    }

    private var isOfTheSystem: Bool {
        ["Splash", "OpenWithPIN", "IntroductionAddingCards", "ScanBiometrics"].contains(screen)
    }

    private static func prompt(on kind: PhoneKind, at stage: SensorPrompt.Stage = .scanning) -> SensorPrompt {
        SensorPrompt(BiometricPrompt(title: "NL Wallet", reason: "Show that it's you.", fallback: "Use PIN"), on: kind, at: stage)
    }

    /// The messages of each system's prompt.
    private static let messages: [(PhoneKind, BiometricPromptMessage.Kind)] = [
        (.iPhone, .asksToTryAgain), (.iPhone, .offersFallback), (.android, .scansOn), (.android, .tellsLockout),
        (.android, .leavesFallback),
    ]

    private static let system: [Picture] = PhoneKind.allCases.flatMap { kind in
        let page = "https://www.example.nl/wallet"
        let prompts = messages.filter { $0.0 == kind }.map { _, message in
            (message.rawValue, DeviceSnapshot(kind: kind, prompt: prompt(on: kind, at: .message(message))))
        }
        let screens = [
            ("HomeScreen", DeviceSnapshot(kind: kind)),
            ("Store", DeviceSnapshot(kind: kind, app: .background, place: .appStore(page))),
            ("AppSettings", DeviceSnapshot(kind: kind, app: .background, place: .appSettings)),
            ("Mail", DeviceSnapshot(kind: kind, app: .background, place: .mail("help@example.nl"))),
            ("CameraQuestion", DeviceSnapshot(kind: kind, camera: CameraView(isAsking: true))),
        ]
        return (screens + prompts).map {
            Picture(name: "\(kind.rawValue)-\($0.0)", screen: $0.0, device: $0.1, presentation: nil)
        }
    }
}
