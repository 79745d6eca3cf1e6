// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

/// Draws the components of one screen. Each group of components is an extension in its own file.
struct ComponentRenderer: Sendable {
    /// The kind of surface that contains the components.
    enum Place: Sendable {
        case screen
        case dialog
    }

    let artwork: Artwork
    /// The app's texts in the present language.
    let words: @Sendable (Text) -> String
    let language: Language
    let place: Place
    /// The view of the simulated camera.
    var camera = CameraView()

    /// Draws a component between the bars and the buttons; nil for components drawn elsewhere.
    func content(_ component: Component) -> HTML? {
        switch component {
        case .topBar, .stepBar, .button, .splash: nil
        case .illustration(let picture, let isPaused): illustration(picture, isPaused: isPaused, control: nil)
        case .title(let text): title(text)
        case .heading(let text): .element(.h2, .class("part")) { words(text) }
        case .paragraph(let text): .element(.p) { words(text) }
        case .banner(let kind, let text): banner(kind, text)
        case .state(let icon, let text, let detail): state(icon, text, detail: detail)
        case .pinPad(let pad): pinPad(pad)
        case .code(let groups, let label): code(groups, label: label)
        case .countdown(let text, let deadline): countdown(text, until: deadline)
        case .progress(let text): progress(text)
        case .facts(let facts, let canBeCopied): self.facts(facts, canBeCopied: canBeCopied)
        case .entry(let entry): self.entry(entry)
        case .printout(let printout): self.printout(printout)
        case .list(let rows, let label): list(rows, label: label)
        case .toggle(let toggle): self.toggle(toggle)
        case .card(let face): card(face)
        case .cards(let faces, let label): cards(faces, label: label)
        case .portrait(let portrait): self.portrait(portrait)
        case .picture(let picture, let label): self.picture(picture, label: label)
        case .viewfinder(let label, let isLightOn): viewfinder(label, isLightOn: isLightOn)
        }
    }
}
