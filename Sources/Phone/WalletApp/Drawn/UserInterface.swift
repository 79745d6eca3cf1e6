// SPDX-License-Identifier: EUPL-1.2

/// One user interface of the app, for the host that draws it: the current screen, and the user's answers.
public struct UserInterface: Sendable {
    package let host: ScreenHost
    package let languages: LanguageChoice
    private let catalog: StringCatalog

    package init(_ host: ScreenHost, _ catalog: StringCatalog, in languages: LanguageChoice) {
        self.host = host
        self.catalog = catalog
        self.languages = languages
    }

    /// Streams the current screen at once, then each change; nil while an empty lock covers everything. Ends with the consuming task.
    public func screens() -> some AsyncSequence<DrawnScreen?, Never> & Sendable {
        host.presentations().map { [catalog, languages] presentation in
            presentation.map { DrawnScreen($0, DrawnScreen.Words(catalog, in: languages.current)) }
        }
    }

    /// Answers a screen.
    ///
    /// - Parameters:
    ///   - screen: the screen that the user answered.
    ///   - control: the name of the used control.
    ///   - value: for a PIN pad its six digits, for a field its text, for a button or a card its `value`, each in UTF-8; nil for a press.
    ///     The bytes are overwritten after use, unless the caller keeps them.
    /// - Returns: false when nothing waits for the answer: another screen is shown, or the control refuses the value.
    @discardableResult
    public func answer(_ screen: DrawnScreen, _ control: String, value: consuming [UInt8]? = nil) -> Bool {
        host.submit(Answer(ticket: screen.ticket, control: Row(stringLiteral: control), entered: value.map { Entered($0) }))
    }

    /// Reports that the user touched the screen or typed, which postpones the lock.
    public func touch() { host.touch() }
}
