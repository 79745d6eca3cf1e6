// SPDX-License-Identifier: EUPL-1.2

/// Shows instructions to the person who operates a phone under test.
public protocol ActGuide: Sendable {
    /// Shows the steps that the person follows in this order; it replaces the steps of an earlier call and may return at once.
    func show(_ steps: [Instruction]) async

    /// Shows a step until the person says whether it is done.
    ///
    /// - Returns: false when the person cannot do it, and when the call is cancelled.
    func confirm(_ step: Instruction) async -> Bool
}

/// A step for the person who operates a phone under test.
public struct Instruction: Sendable, Hashable {
    /// The act; nil for the announcement of a prompt of the system.
    public let act: Act?
    /// The step in English, in one or two sentences.
    public let text: String

    init(_ act: Act) {
        self.act = act
        text = act.text
    }

    private init(announcing text: String) {
        act = nil
        self.text = text
    }

    /// The last confirmation before a prompt of the system, which covers the instructions.
    static let prompt = Instruction(
        announcing: "A prompt of the system follows. Read the steps, and follow them in this order once the prompt is shown. Then continue."
    )
}
