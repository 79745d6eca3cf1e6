// SPDX-License-Identifier: EUPL-1.2

import WebPages

extension PageMaker {
    /// The help page, which the design leaves open: what the portal is for, what to do, whom to ask, and what support needs to find the
    /// request in the log. Nothing of the visitor is on it.
    ///
    /// - Parameter path: the page that it was asked for on.
    func help(backTo path: PortalPath, in context: PortalContext) -> Page {
        let identity = Identity(
            screen: "Help", row: nil, path: path == .result ? .resultHelp : .help, title: .helpTitle, picture: .help)
        return page(identity, in: context) { kit in
            [
                kit.section(.helpPageTitle, kit.paragraph(.helpPageText)), kit.section(.helpCodeTitle, kit.paragraph(.helpCodeText)),
                kit.section(.helpAfterTitle, kit.paragraph(.helpAfterText)), kit.section(.helpLostTitle, kit.paragraph(.helpLostText)),
                kit.section(.helpContactTitle, kit.paragraph(.helpContactText), details(kit, context)),
                kit.actions(
                    kit.button(.back, to: .page(path), isPrimary: true),
                    configuration.supportPage.map { kit.button(.helpSupport, to: .outside($0)) } ?? .text("")),
            ]
        }
    }

    /// The request's name in the log, and when it was.
    func details(_ kit: PageKit, _ context: PortalContext) -> HTML {
        kit.facts([(.helpReference, context.correlationID), (.helpTime, kit.words.timestamp(clock(), in: zone))])
    }
}
