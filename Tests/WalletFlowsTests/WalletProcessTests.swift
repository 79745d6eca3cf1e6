// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import TestEnvironment
import Testing
import WalletApp
import WalletConfiguration
import WalletCore
import WalletFlows

/// The start of a process: its sentences, its links, and its engine.
@Suite(.timeLimit(.minutes(20)))
struct WalletProcessTests {
    private let directory: TemporaryDirectory
    private let engine: WalletEngine
    private let brand: Brand

    init() throws {
        directory = try TemporaryDirectory()
        engine = try WalletEngine.sample()
        brand = try Self.brand()
    }

    private static func brand(catalogues: [URL] = []) throws -> Brand {
        let website = try #require(WebAddress("https://wallet.example"))
        return Brand(
            identifier: "sample", names: BrandNames(product: "Sample Wallet", products: "Sample Wallets"),
            version: BrandVersion(released: "1.0.0", next: "1.1.0"), languages: [.english], catalogues: catalogues,
            login: LoginProvider(name: "Sample ID", website: website), website: website, support: SupportContacts(web: website),
            appStores: AppStoreAddresses())
    }

    private func wallet(
        _ brand: Brand, sentences: [UInt8]? = nil, show: @escaping @Sendable (UserInterface) async -> Void = { _ in }
    ) throws -> WalletProcess {
        try WalletProcess(
            engine, brand: brand, platform: .iOS, language: { .english }, sentences: sentences, show: show, leave: { _ in })
    }

    /// A process of the app that the system does not end.
    private func process(_ links: OpenedLinks = OpenedLinks()) -> AppProcess {
        let (lifecycle, _) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        return AppProcess(bridges: BarePhone(storageDirectory: directory.url.path).bridges, lifecycle: lifecycle, links: links)
    }

    @Test func `links that were opened before the start or after it are on disk before the process runs`() throws {
        let links = OpenedLinks()
        let opened = ["https://app.wallet.example/one", "https://app.wallet.example/two"]
        links.open(opened[0])
        _ = try wallet(brand).start(process(links))
        #expect(try JSONDecoder().decode([String].self, from: Data(directory.bytes("links"))) == [opened[0]])
        links.open(opened[1])
        #expect(try JSONDecoder().decode([String].self, from: Data(directory.bytes("links"))) == opened)
    }

    @Test func `a process whose engine is in use already ends, and shows nothing`() async throws {
        let present = process()
        #expect(await engine.begin(on: present.bridges))
        let shown = Recorded(0)
        try await wallet(brand) { _ in shown.change { $0 += 1 } }.run(present)
        #expect(shown.value == 0)
    }

    @Test func `a catalogue that is missing or no catalogue is refused before the process starts`() throws {
        let missing = try Self.brand(catalogues: [directory.url.appending(path: "None.xcstrings")])
        #expect(throws: UnusableBrand.self) { try wallet(missing) }
        #expect(throws: UnusableBrand.self) { try wallet(brand, sentences: Array("no catalogue".utf8)) }
    }
}
