// SPDX-License-Identifier: EUPL-1.2
import Hummingbird
import HummingbirdTLS
