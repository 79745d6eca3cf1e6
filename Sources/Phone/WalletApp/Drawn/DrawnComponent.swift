// SPDX-License-Identifier: EUPL-1.2

public import Foundation

/// A component of a screen. A control is named by the step of the functional design that it takes, such as `UC2.3/1.3a`.
@nonexhaustive public enum DrawnComponent: Sendable, Hashable, Codable {
    /// The buttons at the top, such as back, help and information.
    case topBar([DrawnButton])
    /// The progress of onboarding, `step` of `count`, from 1.
    case stepBar(step: Int, count: Int)
    /// A picture of the app, which may be animated.
    case illustration(Illustration, isPaused: Bool)
    /// The screen's title; it receives the focus when the screen appears.
    case title(String)
    /// The heading of a part of the screen.
    case heading(String)
    /// Body text.
    case paragraph(String)
    /// A message with an icon, announced to screen readers.
    case banner(BannerKind, String)
    /// Six dots and keys. The control takes six ASCII digits; the label is the accessible name.
    case pinPad(control: String, label: String)
    /// The present state: an icon, a sentence and a second line. Nothing is asked or announced.
    case state(ListIcon, String, detail: String)
    /// A code in groups, such as the deletion code.
    case code(groups: [String], label: String)
    /// The time left to an instant of the clock bridge's monotonic time, below its sentence.
    case countdown(String, until: Date)
    /// A progress indicator with text.
    case progress(String)
    /// Names and values, optionally with a copy button.
    case facts([DrawnFact], canBeCopied: Bool)
    /// A field with its button. The control takes 1 to `maximumLength` characters.
    case entry(control: String, label: String, button: String, maximumLength: Int)
    /// One sheet of paper with a code in groups.
    case printout(title: String, paragraphs: [String], groups: [String], label: String)
    /// Rows that navigate or can be chosen.
    case list([DrawnRow], label: String)
    /// A switch. A press changes it.
    case toggle(control: String, label: String, isOn: Bool)
    /// One card.
    case card(DrawnCard)
    /// A stack of cards that can be opened.
    case cards([DrawnCard], label: String)
    /// The holder's photo, whose label is its description, beside the holder's name.
    case portrait(DrawnPicture, label: String, name: String)
    /// A third party's picture, such as a logo.
    case picture(DrawnPicture, label: String)
    /// The live picture of the camera, which the host's camera bridge shows while it scans; the label is its description. A host draws where
    /// a code belongs, and keeps no picture.
    case viewfinder(label: String, isLightOn: Bool)
    /// A button, at the place that its role names.
    case button(DrawnButton)
    /// The app's splash screen.
    case splash

    init(_ component: Component, _ words: DrawnScreen.Words) {
        self =
            switch component {
            case .topBar(let buttons): .topBar(buttons.map { DrawnButton($0, words) })
            case .stepBar(let step, let count): .stepBar(step: step, count: count)
            case .illustration(let picture, let isPaused): .illustration(picture, isPaused: isPaused)
            case .title(let text): .title(words(text))
            case .heading(let text): .heading(words(text))
            case .paragraph(let text): .paragraph(words(text))
            case .banner(let kind, let text): .banner(kind, words(text))
            case .state(let icon, let text, let detail): .state(icon, words(text), detail: words(detail))
            case .pinPad(let pad): .pinPad(control: pad.row.description, label: words(pad.label))
            case .code(let groups, let label): .code(groups: groups, label: words(label))
            case .countdown(let text, let deadline): .countdown(words(text), until: deadline)
            case .progress(let text): .progress(words(text))
            case .facts(let facts, let canBeCopied): .facts(facts.map { DrawnFact($0, words) }, canBeCopied: canBeCopied)
            case .entry(let entry):
                .entry(
                    control: entry.row.description, label: words(entry.label), button: words(entry.button), maximumLength: Entry.length)
            case .printout(let sheet):
                .printout(
                    title: words(sheet.title), paragraphs: sheet.paragraphs.map { words($0) }, groups: sheet.groups,
                    label: words(sheet.label))
            case .list(let rows, let label): .list(rows.map { DrawnRow($0, words) }, label: words(label))
            case .toggle(let toggle): .toggle(control: toggle.row.description, label: words(toggle.label), isOn: toggle.isOn)
            case .card(let face): .card(DrawnCard(face, words))
            case .cards(let faces, let label): .cards(faces.map { DrawnCard($0, words) }, label: words(label))
            case .portrait(let portrait): .portrait(DrawnPicture(portrait.photo), label: words(portrait.label), name: portrait.holder.name)
            case .picture(let picture, let label): .picture(DrawnPicture(picture), label: words(label))
            case .viewfinder(let label, let isLightOn): .viewfinder(label: words(label), isLightOn: isLightOn)
            case .button(let button): .button(DrawnButton(button, words))
            case .splash: .splash
            }
    }
}
