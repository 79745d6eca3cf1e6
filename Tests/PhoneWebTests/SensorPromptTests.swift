// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport
import Testing
import WalletApp
import WebPages

@testable import PhoneWeb

extension SensorPrompt {
    static let example = SensorPrompt(BiometricPrompt(title: "title", reason: "why", fallback: "Use PIN"), on: .iPhone)
}

/// The system's prompt on the glass.
struct SensorPromptTests {
    private let artwork: Artwork

    init() throws { artwork = try Artwork() }

    private func draw(
        _ kind: BiometricKind, _ stage: SensorPrompt.Stage = .scanning, texts: String = "text", in language: String = "en"
    ) -> String {
        let phone: PhoneKind = kind == .face || kind == .fingerprint ? .android : .iPhone
        let prompt = SensorPrompt(BiometricPrompt(title: texts, reason: texts, fallback: texts), on: phone, at: stage)
        return SensorPromptRenderer(artwork: artwork, kind: kind, language: Language(rawValue: language)).html(prompt).markup
    }

    @Test(arguments: naughtyStrings)
    func `markup in the app's texts is escaped at every stage of a prompt`(string: String) throws {
        for kind in BiometricKind.allCases {
            let messages: [BiometricPromptMessage.Kind] = [.scansOn, .asksToTryAgain, .offersFallback, .tellsLockout, .leavesFallback]
            for stage in [SensorPrompt.Stage.scanning] + messages.map({ .message($0) }) {
                let markup = draw(kind, stage, texts: string)
                #expect(
                    !markup.contains("<script") && !markup.contains("<img") && !markup.contains("<b>")
                        && !markup.contains("onerror=alert(1)>"))
            }
        }
    }

    @Test func `the Face ID prompt shows its reason and has no button`() throws {
        let markup = draw(.faceID, texts: "why")
        #expect(markup.hasPrefix(#"<div class="face-id" data-state="scanning" role="status" aria-label="Face ID: why""#))
        #expect(!markup.contains("<button"))
    }

    @Test(arguments: [BiometricKind.face, .fingerprint])
    func `an Android prompt has a title, a reason and the app's fallback, and keeps scanning after a mismatch`(kind: BiometricKind) throws {
        for stage in [SensorPrompt.Stage.scanning, .message(.scansOn)] {
            let markup = draw(kind, stage, texts: "Open it")
            #expect(markup.hasPrefix(#"<div class="face-id sensor-sheet" data-state="scanning""#))
            #expect(markup.contains(#"id="sensor-title" tabindex="-1">Open it</h2>"#))
            #expect(markup.contains(#"data-action="face-fallback">Open it</button>"#))
            #expect(markup.contains("not recognised") == (stage != .scanning))
            #expect(markup.contains(#"role="alert""#) == (stage != .scanning))
        }
    }

    @Test(arguments: [
        (BiometricPromptMessage.Kind.asksToTryAgain, ["face-cancel", "face-try-again"]),
        (.offersFallback, ["face-cancel", "face-fallback"]),
        (.tellsLockout, ["face-cancel"]), (.leavesFallback, ["face-cancel"]),
    ])
    func `a message of a prompt is a modal dialog with its own buttons`(message: BiometricPromptMessage.Kind, buttons: [String]) throws {
        let markup = draw(.faceID, .message(message))
        #expect(
            markup.contains(
                #"role="alertdialog" aria-modal="true" aria-labelledby="sensor-title" aria-describedby="sensor-text""#))
        #expect(markup.ranges(of: "<button").count == buttons.count)
        for button in buttons { #expect(markup.contains(#"data-action="\#(button)""#)) }
    }

    @Test(arguments: [("nl", "Vingerafdruk niet herkend"), ("de", "Fingerabdruck nicht erkannt"), ("fy", "Fingerprint not recognised")])
    func `the system's texts are in the phone's language, or in English`(language: String, words: String) throws {
        #expect(draw(.fingerprint, .message(.scansOn), in: language).contains(words))
        #expect(draw(.touchID, .message(.asksToTryAgain), in: language).contains(words))
    }

    @Test func `without a waiting prompt no prompt is drawn`() throws {
        let phone = try TestPhone()
        let renderer = GlassRenderer(artwork: try phone.artwork, screens: try phone.screens, appName: "NL Wallet")
        #expect(renderer.draw(DeviceSnapshot(app: .foreground), showing: nil).sensor.isEmpty)
        #expect(!renderer.draw(DeviceSnapshot(app: .foreground, prompt: .example), showing: nil).sensor.isEmpty)
    }
}
