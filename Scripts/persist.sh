# SPDX-License-Identifier: EUPL-1.2
# Read by scripts that download.

# usage: persist COMMAND… — runs a command or function, at most three times: a mirror or the network may fail for a moment.
persist() {
    local pause
    for pause in 10 30; do
        "$@" && return
        echo "failed: $*; tried again in $pause seconds" >&2
        sleep $pause
    done
    "$@"
}
