// SPDX-License-Identifier: EUPL-1.2

/// The sentences of the portal, by their keys in `Portal.xcstrings`.
enum Sentence: String, Sendable, Hashable, CaseIterable {
    case siteName = "site.name"
    case siteLanguages = "site.languages"

    case help = "common.help"
    case tryAgain = "common.tryAgain"
    case back = "common.back"
    case backToSupport = "common.backToSupport"
    case openForm = "common.openForm"
    case timestamp = "common.timestamp"

    case formTitle = "form.title"
    case formText = "form.text"
    case formWarning = "form.warning"
    case formCode = "form.code"
    case formHint = "form.hint"
    case formEmpty = "form.empty"
    case formEmptyTitle = "form.emptyTitle"
    case formSubmit = "form.submit"
    case formCancel = "form.cancel"

    case cancelledTitle = "cancelled.title"
    case cancelledText = "cancelled.text"

    case revokedTitle = "revoked.title"
    case revokedText = "revoked.text"
    case revokedNext = "revoked.next"
    case revokedStart = "revoked.start"
    case revokedStore = "revoked.store"
    case revokedAppStore = "revoked.appStore"
    case revokedAppStoreDetail = "revoked.appStoreDetail"
    case revokedPlayStore = "revoked.playStore"
    case revokedPlayStoreDetail = "revoked.playStoreDetail"
    case revokedNoStore = "revoked.noStore"

    case refusedTitle = "refused.title"
    case refusedText = "refused.text"
    case refusedCheck = "refused.check"

    case triesText = "tries.text"
    case triesTitle = "tries.title"

    case unavailableTitle = "unavailable.title"
    case unavailableText = "unavailable.text"

    case expiredTitle = "expired.title"
    case expiredText = "expired.text"

    case malformedText = "malformed.text"

    case notFoundTitle = "notFound.title"
    case notFoundText = "notFound.text"

    case helpTitle = "help.title"
    case helpPageTitle = "help.page.title"
    case helpPageText = "help.page.text"
    case helpCodeTitle = "help.code.title"
    case helpCodeText = "help.code.text"
    case helpAfterTitle = "help.after.title"
    case helpAfterText = "help.after.text"
    case helpLostTitle = "help.lost.title"
    case helpLostText = "help.lost.text"
    case helpContactTitle = "help.contact.title"
    case helpContactText = "help.contact.text"
    case helpSupport = "help.support"
    case helpReference = "help.reference"
    case helpTime = "help.time"
}
