// SPDX-License-Identifier: EUPL-1.2

public import CWalletHost
import Foundation

@c @implementation public func wallet_create(
    _ configuration: UnsafePointer<UInt8>!, _ length: Int, _ callbacks: UnsafePointer<wallet_callbacks>!,
    _ wallet: UnsafeMutablePointer<UInt64>!
) -> wallet_status {
    status { () throws(HostFailure) in
        guard let callbacks = unsafe callbacks, let wallet = unsafe wallet, let callbacks = unsafe HostCallbacks(callbacks.pointee)
        else { throw .badArgument }
        let configuration = unsafe try BorrowedBytes.read(HostConfiguration.self, configuration, length)
        let host = try Host(storageDirectory: configuration.storageDirectory, callbacks) { calls, glass throws(HostFailure) in
            try HostedApp(configuration, calls, glass)
        }
        unsafe wallet.pointee = Hosts.add(host)
    }
}

@c @implementation public func wallet_start(_ wallet: UInt64) -> wallet_status {
    status { () throws(HostFailure) in try Hosts.host(wallet).start() }
}

@c @implementation public func wallet_tell(_ wallet: UInt64, _ told: UnsafePointer<UInt8>!, _ length: Int) -> wallet_status {
    status { () throws(HostFailure) in
        let told = unsafe try BorrowedBytes.read(Host.Told.self, told, length)
        try Hosts.host(wallet).tell(told)
    }
}

@c @implementation public func wallet_answer(
    _ wallet: UInt64, _ answer: UnsafePointer<UInt8>!, _ length: Int, _ value: UnsafePointer<UInt8>!, _ value_length: Int
) -> wallet_status {
    status { () throws(HostFailure) in
        let answer = unsafe try BorrowedBytes.read(HostGlass.Answer.self, answer, length)
        try Hosts.host(wallet).answer(answer, unsafe BorrowedBytes.copy(value, value_length))
    }
}

@c @implementation public func wallet_reply(
    _ wallet: UInt64, _ token: UInt64, _ reply: UnsafePointer<UInt8>!, _ length: Int
) -> wallet_status {
    status { () throws(HostFailure) in
        guard let reply = unsafe try BorrowedBytes.copy(reply, length) else { throw .badArgument }
        try Hosts.host(wallet).reply(token, Data(reply))
    }
}

@c @implementation public func wallet_close(_ wallet: UInt64) -> wallet_status {
    status { () throws(HostFailure) in try Hosts.host(wallet).close() }
}

@c @implementation public func wallet_free(_ wallet: UInt64) -> wallet_status {
    status { () throws(HostFailure) in
        try Hosts.host(wallet).requireEnded()
        Hosts.forget(wallet)
    }
}
