// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletApp
import WebPages

extension ComponentRenderer {
    /// A message with an icon, announced when it appears.
    ///
    /// - Parameter identifier: the identifier of a message that describes its dialog. The message is announced with the dialog, and not
    ///   once more by itself.
    func banner(_ kind: BannerKind, _ text: Text, describingAs identifier: String? = nil) -> HTML {
        let part: HTML.Attribute = identifier.map { .id($0) } ?? .role(kind == .info ? "status" : "alert")
        return .element(.div, [.class("banner \(kind.rawValue)"), part]) {
            switch kind {
            case .info: artwork.icon(.info)
            case .warn: artwork.icon(.warning)
            case .danger: artwork.icon(.error)
            }
            HTML.element(.p) { words(text) }
        }
    }

    /// The present state. Unlike a banner it is not announced.
    ///
    /// - Parameter identifier: the identifier of a state that describes its dialog, with which it is announced.
    func state(_ icon: ListIcon, _ text: Text, detail: Text, describingAs identifier: String? = nil) -> HTML {
        let part: [HTML.Attribute] = identifier.map { [.id($0)] } ?? []
        return .element(.div, [.class("state")] + part) {
            artwork.listIcon(icon)
            HTML.element(.p) {
                HTML.element(.span, .class("state-text")) { words(text) }
                HTML.element(.span, .class("list-detail")) { words(detail) }
            }
        }
    }

    /// A progress indicator with text.
    func progress(_ text: Text) -> HTML {
        .element(.div, .class("progress"), .role("status")) {
            HTML.element(.span, .class("spinner"))
            HTML.element(.p) { words(text) }
        }
    }

    /// Draws a countdown. The page fills in the remaining time, by monotonic time.
    func countdown(_ text: Text, until deadline: Date) -> HTML {
        .element(.p, .class("countdown"), .data("until", String(deadline.millisecondsSince1970))) {
            words(text) + " "
            HTML.element(.time, .role("timer"))
        }
    }
}

extension Date {
    /// Milliseconds since 1970, as in JavaScript.
    var millisecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
