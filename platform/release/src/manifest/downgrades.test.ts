import { downgradesOf, formatDowngrade } from './downgrades'

it.each([
  ['1.10.0', '1.9.0', ['catalog: 1.10.0 → 1.9.0']],
  ['2.0.0', '2.0.0-rc.1', ['catalog: 2.0.0 → 2.0.0-rc.1']],
  ['1.9.0', '1.10.0', []],
  ['1.9.0', '1.9.0', []],
  ['1.1.0-local.h0f9a1c2d', '1.0.0-local.hf0e1d2c3', ['catalog: 1.1.0-local.h0f9a1c2d → 1.0.0-local.hf0e1d2c3']],
  // Every second `npm start` after a change reported downgrades, because digests were compared like numbers.
  ['1.0.0-local.hac65cf6a', '1.0.0-local.h48f55545', []],
])('downgradesOf finds that %s → %s goes back: %j', (from, to, expected) => {
  const before = { catalog: from, content: '1.0.0' }
  expect(downgradesOf(before, { catalog: to, shell: '0.1.0' }).map(formatDowngrade)).toEqual(expected)
})
