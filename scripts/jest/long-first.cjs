const { default: TestSequencer } = require('@jest/test-sequencer')

/** Short but slow files, the slowest first. */
const LONG = [/(simulation|release)\.nightly\.test\./, /\.pg\.test\.ts$/]

/** Jest starts with the slowest file of the last run; a fresh clone has no last run. */
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
