// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import OpenID4VCI
import PIDIssuer
import ServerCommands
import ServerState

/// The place of an issuer's metadata.
enum MetadataSource {
    /// The path of a file.
    case file(String)
    /// An address, and the issuer's identifier if the address was made from it. With `isTLS` false, `http` replaces `https`.
    case address(HTTPSURL, issuer: HTTPSURL?, isTLS: Bool)

    /// The maximum size of metadata in bytes, as wallets read it.
    private static let maximumBytes = 256 * 1024

    /// Reads an argument: an address with `/.well-known/` in its path, another address as an identifier (OpenID4VCI §12.2.2), or a path.
    ///
    /// - Throws: `ValidationError` for an unacceptable address.
    init(_ text: String) throws {
        guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }) else {
            self = .file(text)
            return
        }
        let isTLS = scheme == "https://"
        guard let url = HTTPSURL("https://" + text.dropFirst(scheme.count)) else {
            throw ValidationError("an address is http or https with a host, without user and fragment, and at most 2048 bytes long")
        }
        guard !url.path.contains("/.well-known/") else {
            self = .address(url, issuer: nil, isTLS: isTLS)
            return
        }
        guard let address = CredentialIssuerMetadata.url(of: url) else {
            throw ValidationError("an issuer's identifier has no query, and leaves room for the well-known path")
        }
        // Metadata names an https identifier always, also where http serves it behind a proxy.
        self = .address(address, issuer: isTLS ? url : nil, isTLS: isTLS)
    }

    /// True for an https address.
    var isTLS: Bool { if case .address(_, issuer: _, isTLS: true) = self { true } else { false } }

    /// Reads the metadata. Redirects are not followed, as wallets do not follow them.
    ///
    /// - Parameters:
    ///   - roots: the trusted roots of an https address, in DER; nil for the system's.
    ///   - time: the time limit of an address.
    /// - Throws: `StartError`, errors of `PinnedFetch` for unusable roots.
    func read(roots: [[UInt8]]?, within time: Duration) async throws -> FoundMetadata {
        switch self {
        case .file(let path): FoundMetadata(bytes: try StateFile.read(path, maximumBytes: Self.maximumBytes), issuer: nil, faults: [])
        case .address(let address, let issuer, let isTLS):
            try await Self.fetch(address, issuer, isTLS: isTLS, roots: roots, within: time)
        }
    }

    private static func fetch(
        _ address: HTTPSURL, _ issuer: HTTPSURL?, isTLS: Bool, roots: [[UInt8]]?, within time: Duration
    ) async throws -> FoundMetadata {
        let place: @Sendable (String) -> String = { isTLS ? $0 : "http" + $0.dropFirst("https".count) }
        let fetch = try PinnedFetch(roots: roots, timeout: time, resolve: place)
        let answer: IssuanceResponse
        do {
            answer = try await fetch(.get(address))
        } catch {
            let reason = error is PinnedFetchTimeout ? "the time is over" : "\(error)"
            throw StartError(
                "\(place(address.text)) gives no answer of at most \(maximumBytes) bytes within \(time.wholeSeconds) s: \(reason)")
        }
        guard answer.status == 200 else { throw StartError("\(place(address.text)) answers with status \(answer.status)") }
        return FoundMetadata(
            bytes: answer.body, issuer: issuer,
            faults: answer.mediaType == MediaType.json ? [] : ["the media type of the answer is not application/json"])
    }
}

/// Metadata as it was found.
struct FoundMetadata {
    let bytes: [UInt8]
    /// The identifier that `credential_issuer` must have; nil if unknown.
    let issuer: HTTPSURL?
    /// The reasons for which wallets refuse the answer, whatever its body is.
    let faults: [String]
}
