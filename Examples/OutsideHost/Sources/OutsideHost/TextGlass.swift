// SPDX-License-Identifier: EUPL-1.2

public import WalletApp

/// Draws every component of a screen as lines of text, the titles in the brand's accent colour for dark surroundings.
public struct TextGlass: Sendable {
    private let accent: BrandLook.Color?

    /// - Parameter look: its accent colours the titles; without one they have the terminal's own colour.
    public init(look: BrandLook = BrandLook()) { accent = look.colors[.accent] }

    public func draw(_ screen: DrawnScreen) -> String {
        (["── \(screen.name) (\(screen.step))"] + screen.components.flatMap(lines)).joined(separator: "\n")
    }

    private func lines(_ component: DrawnComponent) -> [String] {
        switch component {
        case .topBar(let buttons): [buttons.map { "<\($0.label)>" }.joined(separator: " ")]
        case .stepBar(let step, let count): [String(repeating: "●", count: step) + String(repeating: "○", count: count - step)]
        case .illustration(let picture, _): ["(picture: \(picture.rawValue))"]
        case .title(let text): [colored("# \(text)")]
        case .heading(let text): ["## \(text)"]
        case .paragraph(let text): [text]
        case .banner(let kind, let text): ["[\(kind.rawValue)] \(text)"]
        case .state(_, let text, let detail): [text, detail]
        case .pinPad(_, let label): ["\(label): ○○○○○○"]
        case .code(let groups, let label): ["\(label): \(groups.joined(separator: " "))"]
        case .countdown(let text, _): ["\(text) …"]
        case .progress(let text): ["… \(text)"]
        case .facts(let facts, _): facts.map { "\($0.name): \($0.value)" }
        case .entry(_, let label, let button, _): ["\(label): ____ [\(button)]"]
        case .printout(let title, _, _, _): ["(print: \(title))"]
        case .list(let rows, let label):
            [label] + rows.map { "\($0.isChosen == true ? "✓" : "›") \($0.label) \($0.value ?? "") \($0.detail ?? "")" }
        case .toggle(_, let label, let isOn): ["\(label): \(isOn ? "on" : "off")"]
        case .card(let card): [line(card)]
        case .cards(let cards, let label): [label] + cards.map(line)
        case .portrait(_, let label, let name): ["(picture: \(label)) \(name)"]
        case .picture(let picture, let label): ["(picture: \(label), \(picture.mediaType))"]
        case .viewfinder(let label, let isLightOn): ["(camera: \(label)\(isLightOn ? ", light on" : ""))"]
        case .button(let button): ["[\(button.label)]"]
        case .splash: ["(splash)"]
        @unknown default: ["(not drawn yet)"]
        }
    }

    /// The text with the terminal's control sequences for 24-bit colour (ISO 8613-6).
    private func colored(_ text: String) -> String {
        guard let color = accent?.dark else { return text }
        return "\u{1B}[38;2;\(color >> 16 & 0xFF);\(color >> 8 & 0xFF);\(color & 0xFF)m\(text)\u{1B}[0m"
    }

    private func line(_ card: DrawnCard) -> String { "▤ \(card.name), \(card.issuer): \(card.status)" }
}
