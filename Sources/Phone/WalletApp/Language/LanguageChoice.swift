// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The language of the app: the user's choice (UC9.3), or else the phone's language.
package final class LanguageChoice: Sendable {
    /// The languages that the brand offers.
    let offered: [Language]
    private let choice = Mutex<Language?>(nil)
    private let system: @Sendable () -> Language

    /// - Parameters:
    ///   - offered: the languages that the brand offers, at least one.
    ///   - system: returns the phone's present language.
    package init(of offered: [Language], system: @escaping @Sendable () -> Language) {
        self.offered = offered
        self.system = system
    }

    /// The user's choice; nil follows the phone.
    package var chosen: Language? { choice.withLock { $0 } }

    /// The present language: the phone's, if it is offered, else the first that is.
    package var current: Language {
        if let chosen { return chosen }
        let system = system()
        return offered.contains(system) ? system : offered.first ?? .english
    }

    /// Sets the user's choice; nil, or a language that is not offered, follows the phone.
    func choose(_ language: Language?) {
        choice.withLock { $0 = language.flatMap { offered.contains($0) ? $0 : nil } }
    }
}
