// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// The app's string catalogue: complete, without unused keys, and consistent in all languages.
struct CatalogueTests {
    private let catalog: StringCatalog
    private let file: CatalogueFile

    init() throws {
        catalog = try StringCatalog.load(for: .nlWallet)
        file = try CatalogueFile.load()
    }

    /// Every text of every screen.
    private static let texts = Gallery.screens.flatMap { Presentation.Drawn($0).texts }

    /// Texts that flows pass to the system for its own prompts.
    private static let prompts: [Text] = ["enableBiometrics", "unlock"].flatMap { purpose in
        ["title", "reason", "fallback"].map { Text("prompt.\(purpose).\($0)") }
    }

    /// Texts that a renderer adds to components.
    private static let rendererTexts: [Text] = [
        "common.wait", "pinPad.keys", "pinPad.checking", "pinPad.delete", Text("pinPad.digits", .verbatim("3")),
        Text("stepBar.label", .number(2), .number(7)), "app.name",
    ]

    /// Texts for cards and their claims, beyond those of the gallery's cards.
    private static let cardTexts: [Text] =
        CardStatus.allCases.map { status in
            Badge(
                CardSummary(
                    id: CardID("a"), isPID: false, styles: [], issuerName: LocalizedText([]), issuedAt: .distantPast, validFrom: nil,
                    expiresAt: nil, status: status)
            ).text
        } + ["0", "1", "2", "3", "4", "5", "6", "9"].map { claim(.number($0), named: "sex") }
        + ["address", "street_address", "house_number", "postal_code", "locality", "region", "country"].map { name in
            ClaimText.name(of: CardClaim(path: [name], name: LocalizedText([]), value: .truth(false)))
        }
        + [claim(.truth(false)), claim(.picture("https://issuer.example/a.png")), age] + events

    private static let age = ClaimText.name(
        of: CardClaim(path: ["age_equal_or_over", "18"], name: LocalizedText([]), value: .truth(false)))

    /// Texts for the activities that the gallery does not show.
    private static let events: [Text] =
        (ActivitySample.all + [sent, ActivitySample.request(.approvalVoid)] + contacts).flatMap { event in
            Presentation.Drawn(Activity(event: event)).texts
        }

    private static let sent = WalletEvent(
        number: 1, kind: .shared, date: .distantPast, card: nil,
        sharing: SharingEvent(
            organizationName: "", organizationID: nil, isLogin: false, outcome: .notSent, cards: [], arrival: .sameDevice))

    private static let contacts = EventContact.Body.allCases.map {
        ActivitySample.event(.problemReported, contact: EventContact(body: $0, way: .page, name: nil))
    }

    private static func claim(_ value: CardValue, named name: String = "") -> Text { ClaimText.value(value, named: name, in: .gmt) }

    private static let used = texts + cardTexts + prompts + rendererTexts

    @Test func `every key of the app has a text, and every text has a key`() {
        let used = Set(Self.used.map(\.key))
        #expect(used.subtracting(catalog.keys).sorted() == [])
        #expect(catalog.keys.subtracting(used).sorted() == [])
    }

    @Test func `the gallery shows every existing screen`() throws {
        let screens = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Phone/WalletApp/Screens").standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: screens, includingPropertiesForKeys: nil))
        let types = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
            $0.deletingPathExtension().lastPathComponent
        }
        try #require(!types.isEmpty)
        #expect(Set(types) == Set(Gallery.screens.map { String(describing: type(of: $0)) }))
    }

    @Test(arguments: Brand.all)
    func `every text exists in each language of a brand`(_ brand: Brand) throws {
        let catalog = try StringCatalog.load(for: brand)
        for language in brand.languages {
            for text in Self.used {
                let sentence = catalog.string(text, in: language)
                #expect(sentence != text.key)
                #expect(!sentence.isEmpty)
                #expect(!sentence.contains(/[%{}]/), "\(text.key): \(sentence)")
            }
        }
    }

    @Test func `each placeholder has its argument, and each argument has its placeholder`() {
        for text in Self.used {
            for form in file.forms(of: text.key) { #expect(form.placeholders.count == text.arguments.count, "\(text.key): \(form.value)") }
        }
    }

    @Test func `the texts of a key have the same placeholders in all languages and plural forms`() {
        for key in catalog.keys {
            let placeholders = Set(file.forms(of: key).map { $0.placeholders.sorted() })
            #expect(placeholders.count == 1, "\(key)")
        }
    }

    @Test func `a sentence with one number has a singular and a plural form in each language`() {
        for key in catalog.keys {
            let forms = file.forms(of: key)
            let isCounted = forms.first?.placeholders == ["%1$lld"]
            #expect(forms.count == (isCounted ? 6 : 3), "\(key)")
        }
    }

    @Test func `the file has Xcode's form: three languages, manual translations, sorted keys`() throws {
        #expect(file.sourceLanguage == "en")
        #expect(file.version == "1.0")
        #expect(file.entries.allSatisfy { $0.value.extractionState == "manual" && Set($0.value.languages.keys) == ["de", "en", "nl"] })
        #expect(file.entries.keys.flatMap { file.forms(of: $0) }.allSatisfy { $0.state == "translated" })
        let keys = file.text.matches(of: /(?m)^    "([^"]+)" : \{$/).map { String($0.output.1) }
        #expect(keys == file.entries.keys.sorted())
    }

    @Test func `no sentence shouts, blames the user, or uses formal address`() {
        for key in catalog.keys {
            for form in file.forms(of: key) {
                #expect(!form.value.contains("!"), "\(key)")
                #expect(
                    !form.value.contains(/\b([Uu]|[Uu]w|[Jj]ouw schuld|[Yy]our fault|failed|[Ii]nvalid|[Ii]llegal)\b/),
                    "\(key): \(form.value)")
                #expect(form.value == form.value.trimmingCharacters(in: .whitespacesAndNewlines), "\(key)")
            }
        }
    }

    /// Verbs with which a Dutch button would start in the imperative.
    private static let imperatives: Set = [
        "annuleer", "bekijk", "bel", "controleer", "deel", "geef", "ga", "kies", "kopieer", "laat", "lees", "log", "maak", "meld", "neem",
        "oefen", "open", "print", "probeer", "scan", "sla", "sluit", "speel", "start", "stop", "verwijder", "vervang", "voeg", "wis",
        "wijzig", "zet",
    ]

    @Test func `every Dutch button of the app is in the infinitive`() {
        var own: Set<String> = []
        for screen in Gallery.screens {
            let drawn = Presentation.Drawn(screen)
            let labels = drawn.components.flatMap { component -> [Text] in
                switch component {
                case .button(let button): [button.label]
                case .list(let rows, _): rows.map(\.label)
                case .entry(let entry): [entry.button]
                case .facts(_, let canBeCopied): canBeCopied ? ["facts.copy"] : []
                case .printout: ["printout.print"]
                default: []
                }
            }
            own.formUnion(labels.map { catalog.string($0, in: .dutch) })
        }
        let asked = own.filter { label in
            let words = label.replacing("Ja, ", with: "").lowercased().split { !$0.isLetter }
            return words.first.map { Self.imperatives.contains(String($0)) } ?? false
        }
        #expect(asked.sorted() == [])
    }

    @Test func `English sentences use contractions and everyday words`() {
        // The privacy statement is a legal text; the other sentence is quoted in the design.
        for key in catalog.keys where !key.hasPrefix("privacyStatement.") && key != "writeDownDeletionCode.differs" {
            for form in file.forms(of: key) {
                #expect(
                    !form.value.contains(/\b(cannot|(do|does|did|could|has|have|is|are|was|were) not)\b/), "\(key): \(form.value)")
            }
        }
    }

    @Test func `a sentence has at most 26 words`() {
        for key in catalog.keys {
            for form in file.forms(of: key) {
                for sentence in form.value.split(separator: /[.?]\s/) {
                    #expect(sentence.split(separator: " ").count <= 26, "\(key): \(sentence)")
                }
            }
        }
    }
}
