// SPDX-License-Identifier: EUPL-1.2

package import ServiceLifecycle

/// A service that is called by its type where the library that runs it writes of it: in its log, and in the error when it ends too early. Without
/// a name of its own the library writes down all that a service holds, keys and connections too.
package protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
    /// The type's name.
    package var description: String { String(describing: Self.self) }
}
