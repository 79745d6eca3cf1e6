// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The language that the app speaks: the user's own (UC9.3), or else the phone's.
package final class LanguageChoice: Sendable {
    private let choice = Mutex<Language?>(nil)
    private let system: @Sendable () -> Language

    /// - Parameter system: the phone's language now.
    package init(system: @escaping @Sendable () -> Language) {
        self.system = system
    }

    /// The user's own; nil follows the phone.
    package var chosen: Language? { choice.withLock { $0 } }

    /// The language of the moment.
    package var current: Language { chosen ?? system() }

    /// Keeps the user's own; nil follows the phone.
    func choose(_ language: Language?) { choice.withLock { $0 = language } }
}
