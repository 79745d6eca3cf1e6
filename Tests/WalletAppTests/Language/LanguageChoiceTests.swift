// SPDX-License-Identifier: EUPL-1.2

import Brands
import Testing

@testable import WalletApp

/// The languages that a brand offers.
struct LanguageChoiceTests {
    @Test func `the app uses the phone's language if the brand offers it, otherwise the brand's first language`() {
        #expect(LanguageChoice(of: [.english, .german]) { .german }.current == .german)
        #expect(LanguageChoice(of: [.english, .german]) { .dutch }.current == .english)
        #expect(LanguageChoice(of: [.german]) { .english }.current == .german)
    }

    @Test func `a chosen language applies as long as the brand offers it`() {
        let choice = LanguageChoice(of: [.english, .german]) { .english }
        choice.choose(.german)
        #expect(choice.current == .german)
        choice.choose(.dutch)
        #expect(choice.chosen == nil && choice.current == .english)
    }

    @Test(arguments: [
        (Language.english, "English"), (Language.dutch, "Nederlands"), (Language.german, "Deutsch"),
        (Language(rawValue: "fr"), "Français"),
    ])
    func `each language is listed by its own name`(_ language: Language, _ name: String) {
        #expect(language.ownName == name)
    }

    @Test(arguments: [
        (Language.english, "9 May 2000"), (Language.dutch, "9 mei 2000"), (Language.german, "9. Mai 2000"),
        (Language(rawValue: "es"), "9 de mayo de 2000"),
    ])
    func `each language has its own date format`(_ language: Language, _ words: String) {
        #expect(WrittenDate("2000-05-09")?.words(in: language) == words)
    }
}
