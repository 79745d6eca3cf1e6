// SPDX-License-Identifier: EUPL-1.2

import WebPages

extension PageMaker {
    /// Returns the help page, whose contents the design leaves open. The page explains the portal and the next steps, names a contact, and
    /// shows the reference with which support finds the request in the log. It contains no data about the visitor.
    ///
    /// - Parameter path: the page from which the help was opened.
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

    /// Returns the request's correlation id in the log, and its time.
    func details(_ kit: PageKit, _ context: PortalContext) -> HTML {
        kit.facts([(.helpReference, context.correlationID), (.helpTime, kit.words.timestamp(clock(), in: zone))])
    }
}
