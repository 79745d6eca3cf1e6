// SPDX-License-Identifier: EUPL-1.2

extension Row {
    /// The help button of every screen whose design has none.
    package static let sharedHelp: Row = "extra/9a"
}

extension Screen {
    /// The components as drawn: those of the pieces, and the shared help button at the end of the top bar if the screen has a help topic.
    var components: [Component] {
        let own = pieces.map(\.component)
        guard helpTopic != nil else { return own }
        let help = Button(row: .sharedHelp, role: .help, label: "common.help")
        guard case .topBar(let buttons) = own.first else { return [.topBar([help])] + own }
        return [.topBar(buttons + [help])] + own.dropFirst()
    }
}
