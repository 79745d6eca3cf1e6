// SPDX-License-Identifier: EUPL-1.2

/// The state of all layers: their screens, the waiting flows, and the current presentation. It is a value type, so that tests can try every
/// order of events.
struct ScreenStack {
    /// A waiting flow. `decode` returns the closure that resumes it; nil for an answer that the screen does not accept.
    struct Parked: Sendable {
        let id: Int
        let decode: @Sendable (Answer) -> (@Sendable () -> Void)?
        let cancel: @Sendable () -> Void
    }

    /// The screen of a layer.
    private struct Shown {
        let id: Int
        var top: Presentation.Drawn
        let below: Presentation.Drawn?
        var direction: Presentation.Direction
        /// The used control whose work is in progress.
        var busy: Row?
    }

    private struct Contents {
        var shown: Shown?
        var parked: Parked?
        var lastRole: Button.Role?
    }

    /// The raised layers.
    private var layers: [Layer: Contents] = [.flow: Contents()]
    private var lastID = 0
    private var ticket = 0
    private let tickets: TicketSequence
    /// The layer and screen on the glass.
    private var visible: (layer: Layer, id: Int)?

    /// The presentation on the glass; nil before the first screen, and while an empty lock covers everything.
    private(set) var presentation: Presentation?

    init(tickets: TicketSequence) {
        self.tickets = tickets
    }

    /// Returns an identifier for the next screen.
    mutating func takeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Shows a screen on a layer and parks the flow that waits for its answer.
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

    /// Returns true if showing a screen only redraws the step on its layer: with new contents before the user has used it, or unchanged
    /// while the used control is working.
    ///
    /// - Parameter last: the row that the layer's flows took last.
    func isRedrawn(_ drawn: Presentation.Drawn, on layer: Layer, isAtWork: Bool, after last: Row?) -> Bool {
        guard let top = layers[layer]?.shown?.top, top.row == drawn.row, top.screen == drawn.screen else { return false }
        return last == drawn.row || isAtWork && top == drawn
    }

    /// Redraws a screen with other contents while its flow waits. Its ticket stays, because it is the same screen for the user.
    mutating func redraw(_ drawn: Presentation.Drawn, id: Int) {
        guard let (layer, contents) = layers.first(where: { $0.value.parked?.id == id }), contents.shown?.top != drawn else { return }
        layers[layer]?.shown?.top = drawn
        draw()
    }

    /// Takes an answer to the present screen.
    ///
    /// - Returns: the layer and the closure that resumes its flow; nil when no flow waits for the answer.
    mutating func accept(_ answer: Answer) -> (layer: Layer, resume: @Sendable () -> Void)? {
        guard let visible, presentation?.ticket == answer.ticket, let contents = layers[visible.layer], let parked = contents.parked,
            let resume = parked.decode(answer)
        else { return nil }
        layers[visible.layer]?.parked = nil
        layers[visible.layer]?.lastRole = contents.shown?.top.role(of: answer.control)
        layers[visible.layer]?.shown?.busy = answer.control
        draw()
        return (visible.layer, resume)
    }

    /// Stops waiting for an answer; the screen stays.
    ///
    /// - Returns: the flow that waited.
    mutating func abandon(_ id: Int) -> Parked? {
        guard let (layer, contents) = layers.first(where: { $0.value.parked?.id == id }) else { return nil }
        layers[layer]?.parked = nil
        draw()
        return contents.parked
    }

    /// Raises an empty layer. A layer that is already raised is unchanged.
    mutating func raise(_ layer: Layer) {
        if layers[layer] == nil { layers[layer] = Contents() }
        draw()
    }

    /// Removes a layer; the layers below are on the glass again, unchanged.
    ///
    /// - Returns: the flow that waited for the layer's answer.
    mutating func lower(_ layer: Layer) -> Parked? {
        guard let contents = layers.removeValue(forKey: layer) else { return nil }
        if layer == .flow { layers[.flow] = Contents(shown: contents.shown) }
        draw()
        return contents.parked
    }

    /// Empties a layer that stays raised.
    ///
    /// - Returns: the flow that waited for the layer's answer.
    mutating func clear(_ layer: Layer) -> Parked? {
        guard let contents = layers[layer] else { return nil }
        layers[layer] = Contents()
        draw()
        return contents.parked
    }

    func isUp(_ layer: Layer) -> Bool { layers[layer] != nil }

    /// Returns true if a flow waits for the answer to this screen.
    func isWaiting(_ id: Int) -> Bool { layers.values.contains { $0.parked?.id == id } }

    // MARK: Drawing

    private var uppermost: Layer {
        if layers[.lock] != nil { return .lock }
        return [.notice, .link].first { layers[$0]?.shown != nil } ?? .flow
    }

    /// Draws the top layer. A screen that appears or reappears gets a new ticket, so that an answer to the earlier presentation has no
    /// effect.
    private mutating func draw() {
        let layer = uppermost
        guard let contents = layers[layer], let shown = contents.shown else {
            visible = nil
            presentation = nil
            return
        }
        let isNew = visible.map { $0 != (layer, shown.id) } ?? true
        if isNew { ticket = tickets.next() }
        visible = (layer, shown.id)
        presentation = Presentation(
            ticket: ticket, top: shown.top, below: shown.below ?? below(layer, under: shown.top),
            direction: isNew ? shown.direction : .none, isLive: contents.parked != nil, busy: shown.busy,
            place: layers[.flow]?.shown?.id ?? 0)
        // A screen moves once: when it reappears from below it does not move.
        layers[layer]?.shown?.direction = .none
    }

    /// The screen visible behind a dialog: the topmost full screen below the dialog. Nothing is visible behind the lock.
    private func below(_ layer: Layer, under top: Presentation.Drawn) -> Presentation.Drawn? {
        guard layer != .lock, top.style != .full else { return nil }
        let lower = Layer.allCases.filter { $0 < layer }.reversed().compactMap { layers[$0]?.shown }
        return lower.lazy.map { $0.below ?? $0.top }.first { $0.style == .full }
    }
}

extension Presentation.Drawn {
    /// Returns the role of the button that takes a row.
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
