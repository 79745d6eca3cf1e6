// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VCI
import Testing

@testable import PIDIssuer

/// The issuer's emblem in its metadata.
struct EmblemTests {
    private static let drawing = "<!-- A note. -->\n<svg xmlns=\"http://www.w3.org/2000/svg\"><path fill=\"#000\" d=\"M0 0\"/></svg>\n"

    @Test func `an emblem of another issuer replaces the crown on every card and beside the issuer's name`() throws {
        let emblem = PIDEmblem(drawing: Self.drawing)
        let logos =
            PIDDisplay.card(with: emblem).map { $0.logo?.uri } + PIDDisplay.issuer(with: emblem).map { $0.logo?.uri }
            + PIDKind.allCases.flatMap { $0.configuration(nil, with: emblem).display.map { $0.logo?.uri } }
        #expect(logos.count == 12 && logos.allSatisfy { $0 == emblem.address })
        let text = String(decoding: TypeMetadata.json(with: emblem).encode(), as: UTF8.self)
        #expect(!text.lowercased().contains("crown") && text.contains("The issuer's emblem"))
    }

    @Test func `a drawing is a data address that begins with its element, in which nothing ends an attribute`() throws {
        let address = PIDEmblem(drawing: Self.drawing).address
        let body = try #require(address.split(separator: ",", maxSplits: 1).last)
        #expect(address.hasPrefix("data:image/svg+xml,%3Csvg") && address.allSatisfy { !"<>\"# \n".contains($0) })
        #expect(String(body).removingPercentEncoding?.hasSuffix("</svg>") == true)
    }

    @Test func `without a choice the emblem is the crown, named in each language`() throws {
        let configuration = try IssuerConfiguration(issuer: IssuerStage.issuer, wallets: [])
        #expect(configuration.emblem == .crown)
        #expect(["en", "nl", "de"].map { PIDEmblem.crown.image(in: $0).alternativeText } == ["A crown", "Een kroon", "Eine Krone"])
    }
}
