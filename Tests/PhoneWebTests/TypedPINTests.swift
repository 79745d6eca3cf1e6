// SPDX-License-Identifier: EUPL-1.2

import JSON
import NIOCore
import Testing

@testable import PhoneWeb
@testable import WalletApp
@testable import WalletInterface

/// A typed PIN never becomes a string, and its receive buffer is overwritten.
struct TypedPINTests {
    private static let pin = PIN("749205")

    @Test(arguments: [
        #"{"ticket":1,"control":"UC2.3/1.3a","value":"749205"}"#, #"{"value":"749205","ticket":1,"control":"UC2.3/1.3a"}"#,
        "{ \"value\" \t:\r\n \"749205\" , \"ticket\":1,\"control\":\"UC2.3/1.3a\"}",
    ])
    func `a PIN is replaced by zeros in the body, and the rest of the body stays`(body: String) throws {
        var bytes = Array(body.utf8)
        let taken = TypedPIN.take(from: &bytes)
        #expect(taken?.pin == Self.pin)
        #expect(String(decoding: bytes, as: UTF8.self) == body.replacing("749205", with: "000000"))
        var reader = JSONReader(try JSONObject(parsing: bytes))
        let answer = try Answer(&reader, entering: taken)
        try reader.finish()
        #expect(answer.value?.pin == Self.pin && answer.ticket == 1 && answer.control == "UC2.3/1.3a")
        #expect("\(String(reflecting: answer.value)) \(answer.value.debugDescription)".contains("749205") == false)
    }

    @Test(arguments: [
        "", "\"value\"", "\"value\":", "\"value\":\"", "\"value\":\"74920", "\"value\":\"749205", #"{"value":"74920"}"#,
        #"{"value":"7492056"}"#, #"{"value":"74920a"}"#, #"{"value":749205}"#, #"{"values":"749205"}"#, #"{"a":"\"value\":","b":"749205"}"#,
        #"{"value":"\u0037492"}"#,
    ])
    func `a body without a PIN is not changed`(body: String) {
        var bytes = Array(body.utf8)
        #expect(TypedPIN.take(from: &bytes) == nil)
        #expect(bytes == Array(body.utf8))
    }

    @Test func `a receive buffer is overwritten in place, for all owners of its memory`() {
        let received = ByteBuffer(string: "head749205tail")
        let body = received.getSlice(at: 4, length: 6)
        body?.overwriteInPlace()
        #expect(received.getBytes(at: 0, length: 14) == Array("head".utf8) + [0, 0, 0, 0, 0, 0] + Array("tail".utf8))
        ByteBuffer().overwriteInPlace()
    }

    @Test func `an entered value is read as a text or a PIN`() {
        #expect(Entered("749205").pin == Self.pin && Entered("749205").text == "749205")
        #expect(Entered("é").pin == nil && Entered("é").text == "é")
        #expect(Entered([0xff]).text == nil && Entered("").text == "")
        #expect("\(Entered("749205"))" == "Entered(hidden)")
    }
}
