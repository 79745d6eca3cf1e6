# SPDX-License-Identifier: EUPL-1.2
# Read by scripts of several parts, which set `parts`, their number, and may set `whole`, the name of what the parts make up.

part_number=0
# The parts of one run write the time of one zone, also where a script chooses another for its tools.
export PARTS_ZONE=${PARTS_ZONE:-${TZ:-:/etc/localtime}}

# usage: say TEXT — a line with the time.
say() { echo "== $(TZ=$PARTS_ZONE date +%H:%M) $1"; }

# usage: part MINUTES NAME COMMAND… — announces a part with its usual duration, and runs it.
part() {
    part_number=$((part_number + 1))
    say "${whole:+$whole: }Part $part_number of $parts: $2, about $1 min"
    "${@:3}"
}

# usage: say_total TEXT — says how long the script has run.
say_total() { say "$1 after $(((SECONDS + 30) / 60)) min"; }
