// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp

/// The system's own texts in its question whether the app may use the camera, in the phone's language; English in a language that this phone
/// has no words for. An iPhone adds the purpose that the app has declared; an Android phone adds none.
struct CameraPromptWords: Sendable {
    /// The question.
    let title: String
    /// The purpose; nil on an Android phone.
    let purpose: String?
    /// The labels of the system's buttons.
    let allow, refuse: String

    init(_ language: Language, _ kind: PhoneKind, appName: String) {
        switch (language.rawValue, kind) {
        case ("nl", .iPhone):
            title = "‘\(appName)’ wil toegang tot de camera"
            purpose = "Om QR-codes te scannen. Het beeld wordt niet bewaard."
            (allow, refuse) = ("Sta toe", "Sta niet toe")
        case ("nl", .android):
            title = "Toestaan dat \(appName) foto's maakt en video's opneemt?"
            purpose = nil
            (allow, refuse) = ("Bij gebruik van de app", "Niet toestaan")
        case ("de", .iPhone):
            title = "„\(appName)“ möchte auf die Kamera zugreifen"
            purpose = "Um QR-Codes zu scannen. Das Bild wird nicht gespeichert."
            (allow, refuse) = ("Erlauben", "Nicht erlauben")
        case ("de", .android):
            title = "Zulassen, dass \(appName) Bilder und Videos aufnimmt?"
            purpose = nil
            (allow, refuse) = ("Bei Nutzung der App", "Nicht zulassen")
        case (_, .iPhone):
            title = "“\(appName)” Would Like to Access the Camera"
            purpose = "To scan QR codes. The picture is not kept."
            (allow, refuse) = ("Allow", "Don’t Allow")
        case (_, .android):
            title = "Allow \(appName) to take pictures and record video?"
            purpose = nil
            (allow, refuse) = ("While using the app", "Don’t allow")
        }
    }
}
