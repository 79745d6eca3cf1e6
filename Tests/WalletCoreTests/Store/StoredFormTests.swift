// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletCore

/// The bytes that the store seals, one form for each record. A changed form needs a migration: the wallets in use have the form that stands here.
struct StoredFormTests {
    /// A record's stored text.
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let table: StoreTable
        let text: String
        /// Reads the text as the record, and writes the record again.
        let rewritten: @Sendable () throws -> String

        init<Value>(_ key: StoreKey<Value>, _ text: String) {
            testDescription = key.table.rawValue + "." + key.name
            table = key.table
            self.text = text
            rewritten = {
                let value = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
                var changes = StoreChanges()
                try changes.set(key, to: value)
                return String(decoding: try #require(changes.writes.first?.plaintext), as: UTF8.self)
            }
        }
    }

    private static let entry = #"""
        {"expiresAt":793152000.25,"id":{"text":"c"},"isPID":true,"issuedAt":785376000.25,\#
        "issuerName":{"entries":[{"locale":"nl","text":"i"}]},\#
        "logos":[{"background":"b","locale":"nl","logo":"l","logoText":"x"}],"mdocs":["c.mdoc.0"],"sdJWTs":["c.sd.0"],\#
        "status":{"learntAt":785376000.25,"references":{"urn:list":[5,6]},"value":"suspended"},\#
        "styles":[{"backgroundColor":"#000","description":"d","locale":"nl","name":"n","textColor":"#fff"}],\#
        "type":"t","validFrom":785376000.25}
        """#

    /// The entry after the disclosure of its last copies.
    private static let spentEntry = entry.replacingOccurrences(
        of: #""mdocs":["c.mdoc.0"],"sdJWTs":["c.sd.0"]"#,
        with: #""mdocs":[],"sdJWTs":[],"spentMDoc":"c.mdoc.0","spentSDJWT":"c.sd.0""#)

    /// The entry after an event, of a card that replaced another one.
    private static let linkedEntry = entry.replacingOccurrences(
        of: #""logos":"#, with: #""lastEvent":7,"line":{"text":"l"},"logos":"#)

    /// The entry of a renewed card, with the time of the renewal, which older versions of the app did not store.
    private static let renewedEntry = linkedEntry.replacingOccurrences(of: #""sdJWTs":"#, with: #""renewedAt":785376000.25,"sdJWTs":"#)

    private static let card = #"""
        {"issuer":{"certifiedName":"c","identifier":"urn:i","logo":"l","name":{"entries":[]}},\#
        "names":[{"name":{"entries":[{"text":"x"}]},"path":["a","b"]}],"payload":"eyJhIjoxfQ==","pictures":[{"locale":"nl"}]}
        """#

    private static let sharedEvent = #"""
        {"card":{"text":"c"},"cardName":{"entries":[]},"date":785376000.25,"issuerName":{"entries":[]},"kind":"shared",\#
        "sharing":{"cards":[{"card":{"text":"c"},"claims":[{"name":{"entries":[]},"path":["a","b"]}],"name":{"entries":[]}}],\#
        "identifier":"i","isLogin":false,"organization":"o","outcome":"mayHaveArrived"}}
        """#

    static let forms: [Form] = [
        Form(.cardEntry(CardID("c")), entry),
        Form(.cardEntry(CardID("c spent")), spentEntry),
        Form(.cardEntry(CardID("c linked")), linkedEntry),
        Form(.cardEntry(CardID("c renewed")), renewedEntry),
        Form(.card(CardID("c")), card),
        // The verified preview of a session.
        Form(StoreKey<IssuedCard>(.pending, "preview"), #"{"card":\#(card),"entry":\#(entry)}"#),
        // With the session of OpenID4VCIWallet.
        Form(
            .issuance,
            #"""
            {"client":{"clientID":"i","phase":"challenge","record":{"accessToken":"a","accessTokenExpiresAt":8,"browserDeadline":7,\#
            "challenge":"c","code":"c","codeVerifier":{"text":"v"},\#
            "doneJobs":[{"configurationID":"k","subject":{"configuration":{"_0":"k"}}}],"dpopThumbprint":"d",\#
            "failure":{"malformedAnswer":{"_0":"token","reason":"r"}},\#
            "issued":[{"configurationID":"k","credentials":["a~"],"notificationID":"n"}],\#
            "jobs":[{"configurationID":"k","subject":{"dataSet":{"_0":"s"}}}],"nonce":"n","notifications":[],\#
            "phaseAfterChallenge":"token","proofs":["p"],"repeatedFor":["use_dpop_nonce"],"resourceNonce":"n","serverNonce":"n",\#
            "state":"s","transactionCode":"1"},"redirectURI":"r"},"dpopKey":"AAEC","name":"n","purpose":"pid",\#
            "startedAt":785376000.25}
            """#),
        Form(
            .issuance,
            #"""
            {"client":{"clientID":"i","phase":"authorization","record":{"browserDeadline":7,"doneJobs":[],"issued":[],"jobs":[],\#
            "notifications":[],"proofs":[],"repeatedFor":[],"state":"s"},"redirectURI":"r"},"dpopKey":"AAEC","name":"n",\#
            "previewKey":"AAEC","purpose":"recovery","startedAt":785376000.25}
            """#),
        Form(.copy("c.sd.0"), #"{"credential":"a~","keyID":"k"}"#),
        Form(
            .event(1),
            #"{"card":{"text":"c"},"cardName":{"entries":[]},"date":785376000.25,"issuerName":{"entries":[]},"kind":"issued"}"#),
        Form(.event(2), sharedEvent),
        // The events above are of version 0.1 of the app; those below have links.
        Form(
            .event(3),
            #"""
            {"card":{"text":"c"},"cardName":{"entries":[]},"date":785376000.25,"issuer":{"certifiedName":"c","identifier":"urn:i"},\#
            "issuerName":{"entries":[]},"kind":"renewed",\#
            "links":[{"card":{"text":"c"},"line":{"text":"a"},"previous":2,"was":{"text":"b"}}]}
            """#),
        Form(
            .event(4),
            #"""
            {"about":2,"cardName":{"entries":[]},"contact":{"body":"helpDesk","name":"n","way":"page"},"date":785376000.25,\#
            "issuerName":{"entries":[]},"kind":"problemReported","links":[]}
            """#),
        Form(
            .event(5),
            #"""
            {"cardName":{"entries":[]},"date":0,"issuerName":{"entries":[]},"kind":"erased",\#
            "links":[{"card":{"text":"c"},"previous":0},{"card":{"text":"d"}}]}
            """#),
        Form(
            .event(6),
            #"""
            {"cardName":{"entries":[]},"date":0,"issuerName":{"entries":[]},"kind":"erased","links":[],"skip":4}
            """#),
        Form(.eventCount, "5"),
        Form(.firstLinkedEvent, "3"),
        Form(.historyStart, "4"),
        Form(.historyOff, "true"),
        // The answer to a verifier, until its outcome is known.
        Form(
            .sharing,
            #"""
            {"accept":"a","body":"AAEC","contentType":"f","event":\#(sharedEvent),"isSameDevice":true,"mayHaveArrived":true,"number":2,\#
            "until":785376000.25,"url":"u"}
            """#),
        Form(.pid, #"{"card":{"text":"c"},"recovery":"untold"}"#),
        Form(.pid, #"{"card":{"text":"c"},"recovery":"known"}"#),
        Form(.pid, #"{"card":{"text":"c"},"recovery":"refused"}"#),
        Form(.registration, #"{"certificate":"c","deviceKeyID":"k","deviceKeyKind":"apple","salt":"AAEC","walletID":"w"}"#),
        Form(.revocationCode, #"{"isConfirmed":true,"text":"t"}"#),
        Form(.pendingDeviceKey, #"{"identifier":"k","isSpent":true}"#),
        Form(
            .pendingRegistration,
            #"""
            {"body":"AAEC","deviceKeyID":"k","deviceKeyKind":"android","lifetime":300.5,"message":"m","receivedAt":785376000.25,\#
            "salt":"AAEC","walletID":"w"}
            """#),
        Form(.pendingPINChange, #"{"newSalt":"AAEC","stage":"start"}"#),
        Form(.pendingPINChange, #"{"newSalt":"AAEC","stage":"commit"}"#),
        Form(.pendingPINChange, #"{"newSalt":"AAEC","stage":"settlement"}"#),
        Form(.biometrics, #"{"publicKey":"AAEC"}"#),
        Form(.pendingLink, #"{"hasReplaced":true,"kind":"k","receivedAt":785376000.25,"text":"t","ticket":"i"}"#),
        Form(.stickyBlock, #"{"appVersion":"1.2.3","isUpdateAvailable":true,"policyVersion":7}"#),
        Form(.wrongTries, #"{"attemptsLeft":3,"count":1,"firstAt":785376000.25}"#),
        Form(.recentTries, #"{"count":20,"days":30,"told":10}"#),
        Form(.pinPractice, #"{"scans":4,"since":785376000.25}"#),
        Form(
            .walletStatus,
            #"""
            {"learntAt":785376000.25,\#
            "revocation":{"canRegisterNewWallet":true,"cause":"byUser","isProven":true,"isTold":false},"seenAt":785376001.25}
            """#),
        Form(.knownPolicy, #"{"contents":"AAEC","expiresAt":2,"issuedAt":1,"version":7}"#),
        Form(.clockCorrection, #"{"learntAt":785376000.25,"seconds":-3600.5}"#),
        Form(
            .pendingDeregistrations,
            #"""
            [{"audience":"a","identity":{"certificate":"c","deviceKeyID":"k","deviceKeyKind":"apple","walletID":"w"},\#
            "sequenceNumber":9,"since":785376000.25}]
            """#),
        Form(.attestation, #"{"attestation":"a","expiresAt":2,"issuer":"i","key":"AAEC","receivedAt":1}"#),
    ]

    @Test(arguments: forms) func `a record is read from exactly the bytes in which it is stored`(form: Form) throws {
        #expect(try form.rewritten() == form.text)
    }

    @Test func `there is a form for each table`() {
        #expect(Set(Self.forms.map(\.table)) == Set(StoreTable.allCases))
    }

    @Test func `events keep the stored names of their kinds`() {
        #expect(
            WalletEvent.Kind.allCases.map(\.rawValue) == [
                "issued", "renewed", "revoked", "shared", "deleted", "problemReported", "deletionAsked", "pinChanged", "newPIN",
                "biometricsOn", "biometricsOff", "historyErased", "historyOff", "historyOn",
            ])
        #expect(
            SharingEvent.Outcome.allCases.map(\.rawValue) == [
                "delivered", "refused", "mayHaveArrived", "notSent", "stopped", "missing", "blocked", "refusedByWallet", "approvalVoid",
            ])
        #expect(EventContact.Body.allCases.map(\.rawValue) == ["supervisor", "organization", "issuer", "helpDesk"])
        #expect(EventContact.Way.allCases.map(\.rawValue) == ["page", "mail", "phone"])
    }

    @Test func `the names of spent copies are in the bytes only once there are any, and both readers read them`() throws {
        #expect(Self.spentEntry != Self.entry && !Self.entry.contains("spent"))
        for (text, names) in [(Self.entry, [nil, nil]), (Self.spentEntry, ["c.sd.0", "c.mdoc.0"])] as [(String, [String?])] {
            let entry = try #require(CardEntry(row: Data(text.utf8)))
            #expect([entry.spentSDJWT, entry.spentMDoc] == names)
            #expect(try JSONDecoder().decode(CardEntry.self, from: Data(text.utf8)) == entry)
        }
    }

    @Test(arguments: [
        #""id":{"text":"c"}"#, #""isPID":true"#, #""type":"t""#, #""learntAt":785376000.25"#, #""text":"i""#, #""name":"n""#,
    ])
    func `a card's entry without a required member is not read`(member: String) throws {
        let text = Self.entry.replacingOccurrences(of: member, with: #""other":1"#)
        #expect(text != Self.entry)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CardEntry.self, from: Data(text.utf8)) }
        #expect(CardEntry(row: Data(text.utf8)) == nil)
    }
}
