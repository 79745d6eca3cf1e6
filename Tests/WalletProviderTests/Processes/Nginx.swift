// SPDX-License-Identifier: EUPL-1.2

import Foundation
import TestEnvironment
import Testing

/// nginx with the project's `Deployment/nginx.conf`; only names, ports, paths, and the time limits around patient replicas are adapted for the test.
struct Nginx {
    let port: Int
    private let process: Process

    /// Runs nginx during the body.
    static func serving(_ replicas: [Int], certificate: String, key: String, _ body: (Nginx) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let port = try freePort()
        let shipped = URL(filePath: #filePath).appending(path: "../../../../Deployment/nginx.conf").standardizedFileURL
        var text = try String(contentsOf: shipped, encoding: .utf8)
        var changes = [
            ("listen 443 ssl;", "listen 127.0.0.1:\(port) ssl;"), ("listen [::]:443 ssl;", ""),
            ("/etc/wallet-provider/tls.pem", certificate), ("/etc/wallet-provider/tls-key.pem", key),
            ("/run/nginx.pid", directory.path("nginx.pid")), ("/var/log/nginx/", directory.path("log-")),
            ("/var/lib/nginx/", directory.path("temporary-")),
            ("client_header_timeout 10s;", "client_header_timeout 60s;"), ("client_body_timeout 10s;", "client_body_timeout 60s;"),
            ("send_timeout 10s;", "send_timeout 60s;"), ("proxy_connect_timeout 1s;", "proxy_connect_timeout 60s;"),
            ("proxy_read_timeout 2500ms;", "proxy_read_timeout 60s;"),
            ("proxy_next_upstream_timeout 9s;", "proxy_next_upstream_timeout 60s;"),
        ]
        changes += replicas.enumerated().map { ("127.0.0.1:845\($0.offset + 1)", "127.0.0.1:\($0.element)") }
        for (shipped, changed) in changes {
            try #require(text.contains(shipped), "\(shipped) is not in Deployment/nginx.conf")
            text = text.replacing(shipped, with: changed)
        }
        try directory.write(Array(text.utf8), to: "nginx.conf")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/sbin/nginx")
        // The workers' account, which is different in an installation.
        let account = geteuid() == 0 ? "user root; " : ""
        process.arguments = ["-c", directory.path("nginx.conf"), "-p", directory.url.path, "-g", account + "daemon off;"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        try await body(Nginx(port: port, process: process))
        withExtendedLifetime(directory) {}
    }

    /// A currently unused port.
    private static func freePort() throws -> Int {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { _ = close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(file, $0, length) | getsockname(file, $0, &length)
            }
        }
        try #require(status == 0)
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
