// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WebPages
import XCStrings

extension PageMaker {
    /// Returns UC10.1/1.2: the wallet is revoked, now or before.
    func revoked(at instant: Date, in context: PortalContext) -> Page {
        let identity = Identity(screen: "Revoked", row: "1.2", path: .result, title: .revokedTitle, picture: .done)
        return page(identity, in: context) { kit in
            let time = kit.words.timestamp(instant, in: zone)
            return [
                kit.paragraph(kit.words(.revokedText, .verbatim(time)), isStrong: true), kit.paragraph(.revokedNext),
                kit.section(.revokedStore, stores(kit)),
                kit.actions(
                    backToSupport(kit), kit.button(.help, to: .page(.resultHelp), row: "1.2c")),
            ]
        }
    }

    /// Returns UC10.1/2.1, the same for every code that revokes nothing.
    func refused(in context: PortalContext) -> Page {
        let identity = Identity(screen: "Refused", row: "2.1", path: .result, title: .refusedTitle, picture: .problem)
        return page(identity, in: context) { kit in
            [
                kit.paragraph(.refusedText, isStrong: true), kit.paragraph(.refusedCheck),
                kit.actions(
                    kit.button(.tryAgain, to: .page(.form), isPrimary: true, row: "2.1a"),
                    kit.button(.help, to: .page(.resultHelp), row: "2.1b")),
            ]
        }
    }

    /// Returns the page after UC10.1/1.1b.
    func cancelled(in context: PortalContext) -> Page {
        let identity = Identity(screen: "Cancelled", row: nil, path: .cancelled, title: .cancelledTitle, picture: .deletionCode)
        return page(identity, in: context) { kit in
            [
                kit.paragraph(.cancelledText),
                kit.actions(
                    configuration.supportPage.map { kit.button(.backToSupport, to: .outside($0), isPrimary: true) } ?? .text(""),
                    kit.button(.openForm, to: .page(.form), isPrimary: configuration.supportPage == nil)),
            ]
        }
    }

    /// Returns the button of UC10.1/1.2a: to the support page from the settings, otherwise to the form.
    private func backToSupport(_ kit: PageKit) -> HTML {
        guard let page = configuration.supportPage else {
            return kit.button(.revokedStart, to: .page(.form), isPrimary: true, row: "1.2a")
        }
        return kit.button(.backToSupport, to: .outside(page), isPrimary: true, row: "1.2a")
    }

    /// Returns the store links of UC10.1/1.2b.
    private func stores(_ kit: PageKit) -> HTML {
        let rows = [
            configuration.appStore.map { kit.outsideRow(.revokedAppStore, .revokedAppStoreDetail, to: $0, row: "1.2b") },
            configuration.playStore.map { kit.outsideRow(.revokedPlayStore, .revokedPlayStoreDetail, to: $0, row: "1.2b") },
        ].compactMap(\.self)
        return rows.isEmpty ? kit.paragraph(.revokedNoStore) : .element(.ul, .class("list"), .fixed("role", "list")) { rows }
    }
}
