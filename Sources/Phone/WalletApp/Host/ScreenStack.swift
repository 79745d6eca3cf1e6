// SPDX-License-Identifier: EUPL-1.2

/// What every layer shows and who waits there, and what of it is on the glass: a value, so that every order of events can be judged.
struct ScreenStack {
    /// A flow that waits. `decode` yields what resumes it, or nil when the answer is not one of the screen's.
    struct Parked: Sendable {
        let id: Int
        let decode: @Sendable (Answer) -> (@Sendable () -> Void)?
        let cancel: @Sendable () -> Void
    }

    /// What a layer shows.
    private struct Shown {
        let id: Int
        var top: Presentation.Drawn
        let below: Presentation.Drawn?
        var direction: Presentation.Direction
        /// The control that was used and whose work is not done yet.
        var busy: Row?
    }

    private struct Contents {
        var shown: Shown?
        var parked: Parked?
        var lastRole: Button.Role?
    }

    /// The layers that are up.
    private var layers: [Layer: Contents] = [.flow: Contents()]
    private var lastID = 0
    private var lastTicket = 0
    /// Which layer's which screen is on the glass.
    private var visible: (layer: Layer, id: Int)?

    /// What is on the glass; nil before the first screen, and while a lock covers everything and shows nothing yet.
    private(set) var presentation: Presentation?

    /// A name for the next screen.
    mutating func takeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Puts a screen on a layer, and parks who waits for its answer.
    mutating func show(_ drawn: Presentation.Drawn, on layer: Layer, id: Int, parked: Parked?) {
        var contents = layers[layer] ?? Contents()
        let before = contents.shown
        let isSameScreen = before?.top.screen == drawn.screen || before?.below?.screen == drawn.screen
        contents.parked = parked
        contents.shown = Shown(
            id: id, top: drawn, below: drawn.style == .full ? nil : before?.below ?? before?.top,
            direction: before == nil || isSameScreen ? .none : contents.lastRole == .back ? .back : .forward,
            busy: parked == nil && before?.top == drawn ? before?.busy : nil)
        layers[layer] = contents
        draw()
    }

    /// Whether showing a screen only draws the step again that is on its layer: with news, before the person has used it, or unchanged
    /// while the control that the person used does its work.
    ///
    /// - Parameter last: the row that the layer's flows took last.
    func isDrawnAnew(_ drawn: Presentation.Drawn, on layer: Layer, isAtWork: Bool, after last: Row?) -> Bool {
        guard let top = layers[layer]?.shown?.top, top.row == drawn.row, top.screen == drawn.screen else { return false }
        return last == drawn.row || isAtWork && top == drawn
    }

    /// Draws a screen with other contents while its flow still waits. To the person it is the same screen: its ticket stays.
    mutating func redraw(_ drawn: Presentation.Drawn, id: Int) {
        guard let (layer, contents) = layers.first(where: { $0.value.parked?.id == id }), contents.shown?.top != drawn else { return }
        layers[layer]?.shown?.top = drawn
        draw()
    }

    /// Takes an answer to what is on the glass.
    ///
    /// - Returns: the layer, and what resumes the flow that waited for it; nil when nothing did.
    mutating func answer(_ answer: Answer) -> (layer: Layer, resume: @Sendable () -> Void)? {
        guard let visible, presentation?.ticket == answer.ticket, let contents = layers[visible.layer], let parked = contents.parked,
            let resume = parked.decode(answer)
        else { return nil }
        layers[visible.layer]?.parked = nil
        layers[visible.layer]?.lastRole = contents.shown?.top.role(of: answer.control)
        layers[visible.layer]?.shown?.busy = answer.control
        draw()
        return (visible.layer, resume)
    }

    /// Gives up waiting for an answer; the screen stays as it is.
    ///
    /// - Returns: who waited.
    mutating func abandon(_ id: Int) -> Parked? {
        guard let (layer, contents) = layers.first(where: { $0.value.parked?.id == id }) else { return nil }
        layers[layer]?.parked = nil
        draw()
        return contents.parked
    }

    /// Lays a layer over those below it, still empty. One that is up stays as it is.
    mutating func raise(_ layer: Layer) {
        if layers[layer] == nil { layers[layer] = Contents() }
        draw()
    }

    /// Takes a layer away; what lies below is on the glass again, unchanged.
    ///
    /// - Returns: who waited on it.
    mutating func lower(_ layer: Layer) -> Parked? {
        guard let contents = layers.removeValue(forKey: layer) else { return nil }
        if layer == .flow { layers[.flow] = Contents(shown: contents.shown) }
        draw()
        return contents.parked
    }

    /// Empties a layer that stays.
    ///
    /// - Returns: who waited on it.
    mutating func clear(_ layer: Layer) -> Parked? {
        guard let contents = layers[layer] else { return nil }
        layers[layer] = Contents()
        draw()
        return contents.parked
    }

    /// Whether a layer is up.
    func isUp(_ layer: Layer) -> Bool { layers[layer] != nil }

    // MARK: What is on the glass

    private var uppermost: Layer {
        if layers[.lock] != nil { return .lock }
        return [.notice, .link].first { layers[$0]?.shown != nil } ?? .flow
    }

    /// Draws the uppermost layer. A screen that comes to the glass, or comes back, gets a ticket of its own: an answer to what was seen
    /// before reaches nothing.
    private mutating func draw() {
        let layer = uppermost
        guard let contents = layers[layer], let shown = contents.shown else {
            visible = nil
            presentation = nil
            return
        }
        let isNew = visible.map { $0 != (layer, shown.id) } ?? true
        if isNew { lastTicket += 1 }
        visible = (layer, shown.id)
        presentation = Presentation(
            ticket: lastTicket, top: shown.top, below: shown.below ?? below(layer, under: shown.top),
            direction: isNew ? shown.direction : .none, isLive: contents.parked != nil, busy: shown.busy,
            place: layers[.flow]?.shown?.id ?? 0)
        // It moves once: when it comes back from below it is simply there.
        layers[layer]?.shown?.direction = .none
    }

    /// What can be seen past a dialog: the uppermost whole screen below it. Nothing can be seen past the lock.
    private func below(_ layer: Layer, under top: Presentation.Drawn) -> Presentation.Drawn? {
        guard layer != .lock, top.style != .full else { return nil }
        let lower = Layer.allCases.filter { $0 < layer }.reversed().compactMap { layers[$0]?.shown }
        return lower.lazy.map { $0.below ?? $0.top }.first { $0.style == .full }
    }
}

extension Presentation.Drawn {
    /// The role of the button that takes a row.
    fileprivate func role(of control: Row) -> Button.Role? {
        for component in components {
            switch component {
            case .button(let button) where button.row == control: return button.role
            case .topBar(let buttons):
                if let button = buttons.first(where: { $0.row == control }) { return button.role }
            default: continue
            }
        }
        return nil
    }
}
