// SPDX-License-Identifier: EUPL-1.2

/// The rows of the pages about an organization or an issuer, which several use cases show under numbers and letters of their own.
enum PageRows: Sendable, Hashable, CaseIterable {
    /// UC5.1: a request for data.
    case sharing
    /// UC5.2: a request to log in.
    case login
    /// UC6.3: an activity of the past.
    case activity
    /// UC7.2: a card.
    case card

    /// A page about the other party. Not every use case has each.
    enum Page: Sendable, Hashable, CaseIterable {
        /// The bodies that can correct data.
        case notRight
        /// The agreement about the use of data.
        case agreement
        /// The organization or the issuer.
        case about
        /// The problems that can be reported.
        case report
        /// The bodies that a problem can be reported to.
        case contacts
    }

    init(isLogin: Bool) { self = isLogin ? .login : .sharing }

    /// Returns the row of a page, or with a letter that of one of its controls.
    func row(_ page: Page, _ letter: String = "") -> Row { Row(design, number(of: page) + letter) }

    /// True while the person decides on a request; false if the page tells of the past, or of a card.
    var isRequest: Bool { self == .sharing || self == .login }

    /// The topic of the help page of the report pages.
    var reportHelp: String { isRequest ? "UC5.1.report" : "UC6.3.report" }

    private var design: String {
        switch self {
        case .sharing: "UC5.1"
        case .login: "UC5.2"
        case .activity: "UC6.3"
        case .card: "UC7.2"
        }
    }

    private func number(of page: Page) -> String {
        switch (self, page) {
        case (.sharing, .notRight), (.login, .notRight): "5.1"
        case (.activity, .notRight), (.card, .notRight): "3.1"
        case (.sharing, .agreement), (.login, .agreement): "6.1"
        // A card has no agreement.
        case (.activity, .agreement), (.card, .agreement): "5.1"
        case (.sharing, .about), (.login, .about): "7.1"
        case (.activity, .about): "6.1"
        case (.card, .about): "4.1"
        case (.sharing, .report), (.login, .report): "8.1"
        case (.activity, .report): "4.1"
        case (.card, .report): "5.1"
        case (.sharing, .contacts), (.login, .contacts): "8.2"
        case (.activity, .contacts): "4.2"
        case (.card, .contacts): "5.2"
        }
    }
}
