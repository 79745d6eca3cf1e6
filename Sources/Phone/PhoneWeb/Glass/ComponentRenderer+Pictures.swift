// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// A picture; an animated picture has its pause or play button in the corner.
    func illustration(_ picture: Illustration, isPaused: Bool, control: Button?) -> HTML {
        .element(.div, .class("illustration"), .data("paused", String(isPaused))) {
            artwork.illustration(picture)
            if let control { iconButton(control, control.role == .play ? .play : .pause) }
        }
    }

    /// The holder's photo with its description, beside the holder's name.
    func portrait(_ portrait: HolderPortrait) -> HTML {
        .element(.div, .class("portrait")) {
            HTML.element(.img, .picture(portrait.photo), .alternative(words(portrait.label)))
            HTML.element(.p, .untranslated) { name(of: portrait.holder) }
        }
    }

    /// The app's splash screen.
    var splash: HTML {
        .element(.div, .class("splash")) {
            artwork.mark
            HTML.element(.h1, .id("screen-title"), .tabindex(-1)) { words("app.name") }
        }
    }
}
