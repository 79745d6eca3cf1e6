// SPDX-License-Identifier: EUPL-1.2

package import ServiceLifecycle

/// A service whose description is its type's name. The service library writes descriptions to its log and errors. By default, a description
/// would include all properties, such as keys and connections.
package protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
    /// The type's name.
    package var description: String { String(describing: Self.self) }
}
