// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The language of the app: the user's choice (UC9.3), or else the phone's language.
package final class LanguageChoice: Sendable {
    private let choice = Mutex<Language?>(nil)
    private let system: @Sendable () -> Language

    /// - Parameter system: returns the phone's present language.
    package init(system: @escaping @Sendable () -> Language) {
        self.system = system
    }

    /// The user's choice; nil follows the phone.
    package var chosen: Language? { choice.withLock { $0 } }

    /// The present language.
    package var current: Language { chosen ?? system() }

    /// Sets the user's choice; nil follows the phone.
    func choose(_ language: Language?) { choice.withLock { $0 = language } }
}
