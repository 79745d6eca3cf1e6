// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletVerifier
import WebPages
import XCStrings

extension PageMaker {
    /// Returns the page of a session in its state.
    ///
    /// - Parameter token: the page token, which was found and so is base64url.
    func session(_ view: PageView, token: String, in context: VerifierContext) -> Page {
        let words = Words(catalogue, in: context.language)
        let path = "/s/\(token)"
        switch view.state {
        case .created:
            let title = view.partyName.map { words(.openTitleParty, .verbatim($0)) } ?? words(.openTitle)
            return page(Identity(screen: "Open", title: title, picture: .share, isWaiting: true, path: path), in: context) { words in
                [paragraph(words(.openText)), lost(words), ways(view, token, words), time(view, words)]
            }
        case .fetched:
            let identity = Identity(
                screen: "Fetched", title: words(.fetchedTitle), picture: .inWallet, isWaiting: true, path: path)
            return page(identity, in: context) { words in [paragraph(words(.fetchedText)), lost(words), time(view, words)] }
        case .answered: return ended("Answered", .answeredTitle, .answeredText, .done, view, path, context)
        case .declined: return ended("Declined", .declinedTitle, .declinedText, .ended, view, path, context)
        case .failed: return ended("Failed", .failedTitle, .failedText, .problem, view, path, context)
        case .cancelled: return ended("Cancelled", .cancelledTitle, .cancelledText, .ended, view, path, context)
        case .expired: return ended("Expired", .expiredTitle, .expiredText, .ended, view, path, context)
        }
    }

    private func ended(
        _ screen: StaticString, _ title: Sentence, _ text: Sentence, _ picture: Artwork.Name, _ view: PageView, _ path: String,
        _ context: VerifierContext
    ) -> Page {
        let words = Words(catalogue, in: context.language)
        return page(Identity(screen: screen, title: words(title), picture: picture, path: path), in: context) { words in
            guard let next = view.next else { return [paragraph(words(text))] }
            let actions = HTML.element(.div, .class("actions")) { button(words(.next), to: PageLink(address: next)) }
            return [paragraph(words(text)), actions]
        }
    }

    /// The ways to the wallet, beside each other where there is room.
    private func ways(_ view: PageView, _ token: String, _ words: Words) -> HTML {
        .element(.div, .class("ways")) {
            if let link = view.sameDevice {
                HTML.element(.section, .class("way")) {
                    heading(.phone, words(.hereTitle))
                    paragraph(words(.hereText))
                    button(words(.hereButton), to: PageLink(address: link.text), id: "link")
                }
            }
            if let link = view.crossDevice, let code = QRCode(link.text) {
                HTML.element(.section, .class("way")) {
                    heading(.code, words(.scanTitle))
                    paragraph(words(.scanText))
                    picture(of: code, at: PageLink(address: link.picture(onPage: token)), words)
                }
            }
        }
    }

    private func heading(_ icon: Artwork.Name, _ text: String) -> HTML {
        .element(.div, .class("heading")) {
            artwork[icon]
            HTML.element(.h2) { text }
        }
    }

    /// Dark on light in both themes, because many readers want it so.
    private func picture(of code: QRCode, at address: PageLink, _ words: Words) -> HTML {
        .element(.div, .class("code")) {
            HTML.element(
                .img, .id("code"), .src(to: address), .width(code.pixelSide), .height(code.pixelSide), .alternative(words(.scanLabel)))
        }
    }

    /// Shown by the script when the server does not answer. The live region is always there, because readers announce what appears in one.
    private func lost(_ words: Words) -> HTML {
        .element(.div, .class("news"), .fixed("role", "status")) {
            HTML.element(.div, .id("lost"), .class("banner"), .flag("hidden")) {
                artwork[.warning]
                HTML.element(.p) { words(.openLost) }
            }
        }
    }

    private func time(_ view: PageView, _ words: Words) -> HTML {
        .element(.div, .class("time")) {
            artwork[.clock]
            HTML.element(.p, .id("time")) { timeLeft(view, words) }
        }
    }

    /// The time until the session ends, in words; the page's script asks for it again.
    func timeLeft(_ view: PageView, in language: PageLanguage) -> String { timeLeft(view, Words(catalogue, in: language)) }

    private func timeLeft(_ view: PageView, _ words: Words) -> String {
        words(.openTime, .number(max(1, Int((Double(view.expiresAt) - clock().timeIntervalSince1970) / 60))))
    }
}
