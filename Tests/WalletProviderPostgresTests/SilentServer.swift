// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A listener on a port of this machine that never sends anything.
struct SilentServer: Sendable {
    let port: UInt16
    private let listener: FileHandle

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        listener = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = unsafe withUnsafeMutablePointer(to: &address) { pointer -> UInt16? in
            let general = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
            guard unsafe bind(descriptor, general, length) == 0, listen(descriptor, 8) == 0,
                unsafe getsockname(descriptor, general, &length) == 0
            else { return nil }
            return unsafe UInt16(bigEndian: pointer.pointee.sin_port)
        }
        guard let port else { throw CocoaError(.executableLoad) }
        self.port = port
    }

    /// Reads the first client's data until the client closes the connection.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            Thread { [self] in
                let client = FileHandle(fileDescriptor: accept(listener.fileDescriptor, nil, nil), closeOnDealloc: true)
                _ = try? client.readToEnd()
                continuation.resume()
            }.start()
        }
    }
}
