// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

extension ComponentRenderer {
    /// The picture of the camera: what the tester holds before it, otherwise a dark room. The corners mark the place of a code.
    func viewfinder(_ label: Text, isLightOn: Bool) -> HTML {
        .element(
            .div, .class("viewfinder"), .role("img"), .aria("label", words(label)), .data("light", isLightOn ? "on" : "off"),
            .data("scene", scene)
        ) {
            if let picture = camera.picture {
                HTML.element(.img, .class("viewfinder-picture"), .picture(picture), .alternative(""))
            } else {
                artwork.room
                if camera.codeCount > 0 { artwork.listIcon(.qrCode) }
            }
            HTML.element(.span, .class("viewfinder-frame"), .aria("hidden", "true"))
        }
    }

    private var scene: String { camera.picture != nil ? "picture" : camera.codeCount > 0 ? "sheet" : "room" }
}
