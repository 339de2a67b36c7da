const { default: TestSequencer } = require('@jest/test-sequencer')

/** Files that take long although they are short, since they start programs and servers: the longest first. */
const LONG = [/simulation\.test\.ts$/, /release(-versions)?\.test\.mjs$/, /\.pg\.test\.ts$/, /purchases\.test\.ts$/]

/**
 * Jest begins with what took longest the last time, and in a fresh clone, where it does not know, with the largest file:
 * then one processor waits half a minute for the other at the end.
 */
module.exports = class LongFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ path, duration }) {
  const rank = LONG.findIndex((name) => name.test(path))
  return rank === -1 || duration !== undefined ? LONG.length : rank
}
