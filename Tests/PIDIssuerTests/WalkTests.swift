// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Synchronization
import TestEnvironment
import Testing

@testable import PIDIssuer

/// Complete issuances over TLS by a wallet built from the contract's own state machine.
@Suite(.timeLimit(.minutes(20))) struct WalkTests {
    @Test func `a person who logs in gets both PIDs for each key`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage, [.sdJWT, .mdoc])
            wallet.proofCount = 4
            try await wallet.run(fetch)
            #expect(wallet.client.step == .finished)
            #expect(wallet.issued.map(\.configurationID) == ["pid_sd_jwt", "pid_mdoc"])
            for issued in wallet.issued {
                #expect(issued.credentials.count == 4)
                for (text, key) in zip(issued.credentials, wallet.credentialKeys[issued.configurationID] ?? []) {
                    let pid = try await Judge(stage).read(text)
                    #expect(pid.key == JWK(key.publicKey))
                    #expect(pid.familyName == "De Bruijn")
                }
            }
        }
    }

    @Test func `restarting the servers before every step loses nothing`() async throws {
        let stage = try await IssuerStage()
        let kept = Mutex(TestWallet(stage, [.sdJWT, .mdoc]).client)
        let count = Mutex(0)
        for _ in 0..<40 where kept.withLock({ $0.step }) != .finished {
            try await stage.serve { fetch in
                var wallet = TestWallet(stage)
                wallet.client = kept.withLock { $0 }
                var steps = 0
                try await wallet.run(fetch) { _ in
                    steps += 1
                    return steps > 1
                }
                let client = wallet.client
                kept.withLock { $0 = client }
                if !wallet.issued.isEmpty { count.withLock { $0 = 2 } }
            }
        }
        #expect(kept.withLock { $0.step } == .finished)
        #expect(count.withLock { $0 } == 2)
    }

    @Test(arguments: [false, true]) func `an offer yields a PID once, by value and by reference`(byReference: Bool) async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            let store = try stage.store()
            defer { try? store.close() }
            let offer = try await OfferDesk(issuer: IssuerStage.issuer, store: store, random: IssuerStage.random)
                .offer([.sdJWT], to: "999993653", hasTransactionCode: byReference)
            var wallet = try TestWallet(stage, offer: byReference ? offer.reference : offer.link)
            wallet.transactionCodes = offer.transactionCode.map { [$0] } ?? []
            try await wallet.run(fetch)
            let text = try #require(wallet.issued.first?.credentials.first)
            #expect(try await Judge(stage).read(text).familyName == "'t Hart")

            var second = try TestWallet(stage, offer: offer.link)
            second.transactionCodes = offer.transactionCode.map { [$0] } ?? []
            await #expect(throws: IssuanceFailure.self) { try await second.run(fetch) }
        }
    }

    @Test func `three wrong transaction codes end an offer, two wrong codes do not`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            let store = try stage.store()
            defer { try? store.close() }
            let desk = OfferDesk(issuer: IssuerStage.issuer, store: store, random: IssuerStage.random)
            for wrong in [2, 3] {
                let offer = try await desk.offer([.sdJWT], to: "999993653", hasTransactionCode: true)
                let right = try #require(offer.transactionCode)
                var wallet = try TestWallet(stage, offer: offer.link)
                let codes = [String](repeating: right == "000000" ? "000001" : "000000", count: wrong)
                for code in codes {
                    wallet.transactionCodes = [code]
                    await #expect(throws: IssuanceFailure.transactionCodeRefused) { try await wallet.run(fetch) }
                }
                wallet.transactionCodes = [right]
                if wrong == 2 {
                    try await wallet.run(fetch)
                    #expect(wallet.client.step == .finished)
                } else {
                    await #expect(throws: IssuanceFailure.transactionCodeRefused) { try await wallet.run(fetch) }
                }
            }
        }
    }

    @Test func `every test person gets the register's data in both formats`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            for person in TestPersons().all {
                var wallet = TestWallet(stage, [.sdJWT, .mdoc])
                wallet.person = person.citizenServiceNumber
                wallet.proofCount = 1
                try await wallet.run(fetch)
                var ages: Set<Bool?> = []
                for issued in wallet.issued {
                    let pid = try await Judge(stage).read(try #require(issued.credentials.first))
                    ages.insert(pid.isAdult)
                    #expect(pid.familyName == person.familyName)
                    #expect(pid.givenName == person.givenName ?? "-")
                    #expect(pid.birthDate == person.birthDate.text)
                    #expect(pid.nationalities == person.nationalities)
                    #expect(pid.number == person.citizenServiceNumber)
                    #expect(pid.city == person.address?.city)
                    #expect(pid.unknownBirthDateParts == person.birthDate.unknownParts)
                }
                #expect(ages.count == 1 && !ages.contains(nil))
            }
        }
        for person in TestPersons().all {
            #expect(!stage.log.text.contains(person.citizenServiceNumber))
            #expect(!stage.log.text.contains(person.familyName))
        }
    }
}
