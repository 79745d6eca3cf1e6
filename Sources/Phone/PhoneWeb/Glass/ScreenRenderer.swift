// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

/// Draws a presentation of the app. It depends on components, not on screens, and makes no decisions.
struct ScreenRenderer: Sendable {
    private let artwork: Artwork
    private let catalog: StringCatalog
    private var camera = CameraView()

    init(artwork: Artwork, catalog: StringCatalog) {
        self.artwork = artwork
        self.catalog = catalog
    }

    /// Draws the screen and the layer above it. The markup does not contain whether the presentation is live; the page receives that
    /// separately.
    ///
    /// - Parameter camera: what the phone's camera sees, for a screen that shows its picture.
    func html(_ presentation: Presentation, in language: Language, camera: CameraView = CameraView()) -> HTML {
        var renderer = self
        renderer.camera = camera
        return renderer.html(presentation, language)
    }

    private func html(_ presentation: Presentation, _ language: Language) -> HTML {
        .group([
            presentation.below.map { screen($0, isCovered: true, in: language) } ?? .group([]),
            top(presentation.top, in: language),
        ])
    }

    private func top(_ drawn: Presentation.Drawn, in language: Language) -> HTML {
        switch drawn.style {
        case .full: screen(drawn, isCovered: false, in: language)
        case .prompt: dialog(drawn, "prompt", role: "alertdialog", in: language)
        case .sheet: dialog(drawn, "sheet", role: "dialog", in: language)
        }
    }

    private func screen(_ drawn: Presentation.Drawn, isCovered: Bool, in language: Language) -> HTML {
        let renderer = renderer(at: .screen, in: language)
        let content = content(of: drawn, by: renderer)
        return .element(
            .section, identity(of: drawn, in: language) + [.class("screen")] + (isCovered ? [.inert, .aria("hidden", "true")] : [])
        ) {
            // Without buttons the bar keeps its space, so that the content below does not move.
            if !drawn.components.contains(.splash) { renderer.topBar(drawn.topBar) }
            for case .stepBar(let step, let count) in drawn.components { renderer.stepBar(step, of: count) }
            if drawn.components.contains(.splash) { renderer.splash }
            if !content.isEmpty { HTML.element(.div, .class("content")) { content } }
            if let actions = renderer.actions(drawn.actions) { actions }
        }
    }

    private func dialog(_ drawn: Presentation.Drawn, _ box: String, role: String, in language: Language) -> HTML {
        let renderer = renderer(at: .dialog, in: language)
        let texts = drawn.components.indices.filter { drawn.components[$0].describesDialog }
        let attributes: [HTML.Attribute] = [
            .class(box), .role(role), .aria("modal", "true"), .aria("labelledby", "dialog-title"),
            .aria("describedby", texts.map { "dialog-text-\($0)" }.joined(separator: " ")),
        ]
        return .element(.div, .class("scrim")) {
            HTML.element(.div, identity(of: drawn, in: language) + attributes) {
                for (index, component) in drawn.components.enumerated() {
                    switch component {
                    case .paragraph(let text):
                        HTML.element(.p, .id("dialog-text-\(index)")) { catalog.string(text, in: language) }
                    case .banner(let kind, let text): renderer.banner(kind, text, describingAs: "dialog-text-\(index)")
                    case .state(let icon, let text, let detail):
                        renderer.state(icon, text, detail: detail, describingAs: "dialog-text-\(index)")
                    default:
                        if let content = renderer.content(component) { content }
                    }
                }
                if let actions = renderer.actions(drawn.actions) { actions }
            }
        }
    }

    /// Attributes by which tests find a screen, and the text that the page announces while an action of the screen is in progress.
    private func identity(of drawn: Presentation.Drawn, in language: Language) -> [HTML.Attribute] {
        [
            .data("screen", drawn.screen), .data("design", drawn.row.design), .data("row", drawn.row.number), .lang(language.rawValue),
            .data("wait", catalog.string("common.wait", in: language)),
        ]
    }

    private func content(of drawn: Presentation.Drawn, by renderer: ComponentRenderer) -> [HTML] {
        drawn.components.indices.compactMap { index -> HTML? in
            switch drawn.components[index] {
            case .illustration(let picture, let isPaused):
                return renderer.illustration(picture, isPaused: isPaused, control: drawn.pictureControl)
            case .title where drawn.isTitleOnCard(at: index): return nil
            case .card(let face) where drawn.isTitleOnCard(at: index - 1): return renderer.card(face, hasTitle: true)
            case let component: return renderer.content(component)
            }
        }
    }

    private func renderer(at place: ComponentRenderer.Place, in language: Language) -> ComponentRenderer {
        ComponentRenderer(
            artwork: artwork, words: { [catalog] in catalog.string($0, in: language) }, language: language, place: place, camera: camera)
    }
}

extension Presentation.Drawn {
    fileprivate var topBar: [Button] {
        components.flatMap { if case .topBar(let buttons) = $0 { buttons } else { [Button]() } }
    }

    /// The buttons at the end.
    fileprivate var actions: [Button] {
        components.compactMap { if case .button(let button) = $0, !button.isForPicture { button } else { nil } }
    }

    /// Returns true for a title directly above the card of that name, which then shows it.
    fileprivate func isTitleOnCard(at index: Int) -> Bool {
        guard index >= 0, index + 1 < components.count, case .title(let title) = components[index],
            case .card(let face) = components[index + 1]
        else { return false }
        return face.row == nil && face.name == title
    }

    fileprivate var pictureControl: Button? {
        components.lazy.compactMap { if case .button(let button) = $0, button.isForPicture { button } else { nil } }.first
    }
}

extension Component {
    /// True for a sentence, or what the dialog is about, that belongs to the description of a dialog.
    fileprivate var describesDialog: Bool {
        switch self {
        case .paragraph, .banner, .state: true
        default: false
        }
    }
}

extension Button {
    fileprivate var isForPicture: Bool { role == .pause || role == .play }
}
