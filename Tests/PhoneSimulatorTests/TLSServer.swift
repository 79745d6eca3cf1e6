// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import SwiftASN1
import TestEnvironment
import X509

/// A TLS server on a free port that sends one fixed response to every request.
final class TLSServer: Sendable {
    /// The server's reaction to a request.
    enum Behaviour: Sendable {
        /// Sends these bytes and closes.
        case says(String)
        /// Sends these bytes and keeps the connection open.
        case saysAndWaits(String)
        /// Closes without a response.
        case closes
    }

    let url: String
    /// The root of its certificate, in DER: the certificate itself.
    let root: [UInt8]
    private let channel: any Channel
    private let received = Recorded("")

    /// - Parameters:
    ///   - name: the name or address in its certificate.
    ///   - isEncrypted: false for a server that speaks HTTP without TLS.
    init(_ behaviour: Behaviour, name: String = "127.0.0.1", isEncrypted: Bool = true) async throws {
        let key = P256.Signing.PrivateKey()
        root = try Self.certificate(key, name).serializeAsPEM().derBytes
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(NIOSSLCertificate(bytes: root, format: .der))],
                privateKey: .privateKey(NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem))))
        let received = received
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if isEncrypted { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.addHandler(Responder(behaviour, received))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        url = "https://127.0.0.1:\(channel.localAddress?.port ?? 0)/path"
    }

    /// The received text.
    var text: String { received.value }

    /// Waits until the received text ends in this way.
    func hasReceived(_ ending: String) async { await received.wait { $0.hasSuffix(ending) && !$0.isEmpty } }

    func close() async throws {
        try await channel.close()
    }

    private static func certificate(_ key: P256.Signing.PrivateKey, _ name: String) throws -> Certificate {
        let subject = try DistinguishedName { CommonName("Test") }
        let parts = name.split(separator: ".").compactMap { UInt8($0) }
        let alternative: GeneralName =
            parts.count == 4 ? .ipAddress(ASN1OctetString(contentBytes: parts[...])) : .dnsName(name)
        return try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: Date(timeIntervalSinceNow: -3600),
            notValidAfter: Date(timeIntervalSinceNow: 3600), issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames([alternative])
            }, issuerPrivateKey: .init(key))
    }
}

private final class Responder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let behaviour: TLSServer.Behaviour
    private let received: Recorded<String>
    private var hasAnswered = false

    init(_ behaviour: TLSServer.Behaviour, _ received: Recorded<String>) {
        self.behaviour = behaviour
        self.received = received
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let text = String(buffer: unwrapInboundIn(data))
        let all = received.change { received in
            received += text
            return received
        }
        guard !hasAnswered, Self.isComplete(all) else { return }
        hasAnswered = true
        switch behaviour {
        case .says(let answer):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
            context.close(promise: nil)
        case .saysAndWaits(let answer): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        case .closes: context.close(promise: nil)
        }
    }

    /// Returns true if a request with a `Content-Length` is complete.
    private static func isComplete(_ text: String) -> Bool {
        guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
        let length = text.lowercased().firstMatch(of: /content-length: ([0-9]+)/).flatMap { Int($0.output.1) } ?? 0
        return text[end.upperBound...].utf8.count >= length
    }
}
