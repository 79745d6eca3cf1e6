// SPDX-License-Identifier: EUPL-1.2
