// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The lifetime of a challenge prefetched by `prepareUnlock` or `preparePINChange`.
package enum PreparedChallengeLifetime {
    /// In seconds from its receipt. The provider keeps a challenge for 60 seconds.
    package static let seconds: TimeInterval = 45
}
