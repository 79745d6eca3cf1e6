// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletApp

@testable import PhoneWeb

struct DrawingTests {
    @Test
    func `no drawing holds a script, a handler, a style, an address or foreign markup`() throws {
        let workbench = try TestPhone()
        for drawing in try workbench.drawings {
            let markup = drawing.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "").lowercased()
            for forbidden in [
                "<script", "<style", "style=", "href", "http", "url(", "javascript", "<foreignobject", "<!", "<?", "<image", "<use",
            ] {
                #expect(!markup.contains(forbidden), "\(forbidden) in \(markup.prefix(80))")
            }
            #expect(try markup.firstMatch(of: Regex(#"\son[a-z]+\s*="#)) == nil)
        }
    }

    @Test(arguments: Illustration.allCases)
    func `every picture of the app is there`(illustration: Illustration) throws {
        #expect(try TestPhone().artwork.illustration(illustration).markup.hasPrefix("<svg"))
    }

    @Test
    func `a missing drawing is named`() {
        #expect(throws: MissingAsset.self) { try Artwork(directory: URL(filePath: "/nowhere")) }
    }
}
