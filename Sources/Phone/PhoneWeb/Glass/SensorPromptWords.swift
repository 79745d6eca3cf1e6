// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport
import WalletApp

/// The system's own texts in its prompt for a face or finger, in the phone's language; English in a language that this phone has no words
/// for.
struct SensorPromptWords: Sendable {
    /// The name of the sensor.
    let sensor: String
    /// The instruction while an Android phone scans.
    let instruction: String
    /// The message after a mismatch.
    let notRecognised: String
    /// The message after the mismatch that locks the sensor.
    let tooManyTries: String
    /// The labels of the system's buttons.
    let tryAgain, cancel, close, ok: String

    init(_ language: Language, _ kind: BiometricKind) {
        let isFace = kind == .faceID || kind == .face
        let name: String
        switch language.rawValue {
        case "nl":
            name = isFace ? "Gezichtsherkenning" : "Vingerafdruk"
            instruction = isFace ? "Kijk naar de telefoon" : "Raak de vingerafdruksensor aan"
            notRecognised = isFace ? "Gezicht niet herkend" : "Vingerafdruk niet herkend"
            tooManyTries = "Te veel verkeerde pogingen"
            (tryAgain, cancel, close, ok) = ("Probeer opnieuw", "Annuleer", "Sluit", "OK")
        case "de":
            name = isFace ? "Gesichtserkennung" : "Fingerabdruck"
            instruction = isFace ? "Schau auf das Telefon" : "Berühre den Fingerabdrucksensor"
            notRecognised = isFace ? "Gesicht nicht erkannt" : "Fingerabdruck nicht erkannt"
            tooManyTries = "Zu viele falsche Versuche"
            (tryAgain, cancel, close, ok) = ("Erneut versuchen", "Abbrechen", "Schließen", "OK")
        default:
            name = isFace ? "Face recognition" : "Fingerprint"
            instruction = isFace ? "Look at the phone" : "Touch the fingerprint sensor"
            notRecognised = isFace ? "Face not recognised" : "Fingerprint not recognised"
            tooManyTries = "Too many wrong attempts"
            (tryAgain, cancel, close, ok) = ("Try again", "Cancel", "Close", "OK")
        }
        sensor =
            switch kind {
            case .faceID: "Face ID"
            case .touchID: "Touch ID"
            case .face, .fingerprint: name
            }
    }
}
