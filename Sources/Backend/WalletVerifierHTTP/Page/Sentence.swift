// SPDX-License-Identifier: EUPL-1.2

/// The sentences of the pages, by their keys in `Verifier.xcstrings`.
enum Sentence: String, Sendable, Hashable, CaseIterable {
    case siteName = "site.name"
    case siteLanguages = "site.languages"

    case openTitle = "open.title"
    case openTitleParty = "open.titleParty"
    case openText = "open.text"
    case openTime = "open.time"
    case openLost = "open.lost"

    case hereTitle = "here.title"
    case hereText = "here.text"
    case hereButton = "here.button"

    case scanTitle = "scan.title"
    case scanText = "scan.text"
    case scanLabel = "scan.label"

    case fetchedTitle = "fetched.title"
    case fetchedText = "fetched.text"

    case answeredTitle = "answered.title"
    case answeredText = "answered.text"
    case declinedTitle = "declined.title"
    case declinedText = "declined.text"
    case failedTitle = "failed.title"
    case failedText = "failed.text"
    case cancelledTitle = "cancelled.title"
    case cancelledText = "cancelled.text"
    case expiredTitle = "expired.title"
    case expiredText = "expired.text"
    case next = "ended.next"

    case otherBrowserTitle = "otherBrowser.title"
    case otherBrowserText = "otherBrowser.text"
    case notAnsweredTitle = "notAnswered.title"
    case notAnsweredText = "notAnswered.text"
    case notFoundTitle = "notFound.title"
    case notFoundText = "notFound.text"
    case busyTitle = "busy.title"
    case busyText = "busy.text"
    case unavailableTitle = "unavailable.title"
    case unavailableText = "unavailable.text"
    case reference = "problem.reference"
}
