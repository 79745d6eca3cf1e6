// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp

/// The phone's own texts around the app, in the phone's language; English in a language that this phone has no words for. The app's texts
/// are in its catalogue.
struct SystemWords: Sendable {
    /// The label of the app's icon.
    let openApp: String
    /// The hint on the home screen for the first launch.
    let start: String
    /// The app's picture in the app switcher: covered, or the screen itself.
    let covered, uncovered: String
    /// The names of the system apps that the app can open.
    let store, dialler, clockSettings, networkSettings, mail, appSettings, file: String
    /// In the settings of the app: the switch, and the text in its place where there is nothing to switch.
    let camera, noCamera: String
    /// The button that saves a file.
    let save: String

    init(_ language: Language, _ kind: PhoneKind, appName: String) {
        switch language.rawValue {
        case "nl":
            openApp = "\(appName) openen"
            start = "Tik op het icoon om te beginnen"
            covered = "In het overzicht van apps is het scherm van de app afgedekt"
            uncovered = "In het overzicht van apps is het scherm van de app zichtbaar"
            dialler = "Telefoon"
            clockSettings = "Instellingen: datum en tijd"
            networkSettings = "Instellingen: netwerk en internet"
            mail = "E-mail: nieuw bericht"
            appSettings = "Instellingen: \(appName)"
            (camera, noCamera) = ("Camera", "De camera is op deze telefoon niet beschikbaar.")
            (file, save) = ("Bestand opslaan", "Op deze computer opslaan")
        case "de":
            openApp = "\(appName) öffnen"
            start = "Tippe auf das Symbol, um zu beginnen"
            covered = "In der App-Übersicht ist der Bildschirm der App verdeckt"
            uncovered = "In der App-Übersicht ist der Bildschirm der App sichtbar"
            dialler = "Telefon"
            clockSettings = "Einstellungen: Datum und Uhrzeit"
            networkSettings = "Einstellungen: Netzwerk und Internet"
            mail = "E-Mail: neue Nachricht"
            appSettings = "Einstellungen: \(appName)"
            (camera, noCamera) = ("Kamera", "Die Kamera ist auf diesem Telefon nicht verfügbar.")
            (file, save) = ("Datei speichern", "Auf diesem Computer speichern")
        default:
            openApp = "Open \(appName)"
            start = "Tap the icon to start"
            covered = "In the app switcher, the app's screen is covered"
            uncovered = "In the app switcher, the app's screen is visible"
            dialler = "Phone"
            clockSettings = "Settings: date and time"
            networkSettings = "Settings: network and internet"
            mail = "Mail: new message"
            appSettings = "Settings: \(appName)"
            (camera, noCamera) = ("Camera", "The camera isn't available on this phone.")
            (file, save) = ("Save a file", "Save on this computer")
        }
        store =
            switch kind {
            case .iPhone: "App Store"
            case .android: "Google Play"
            }
    }
}
