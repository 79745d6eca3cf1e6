// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// How long a challenge that `prepareUnlock` or `preparePINChange` has fetched can be used.
package enum PreparedChallengeLifetime {
    /// In seconds, counted from its receipt. The provider keeps a challenge for 60 seconds.
    package static let seconds: TimeInterval = 45
}
