import { latestOnly } from './release-edits.mjs'

it('leaves out edits that were overtaken while another was activated', async () => {
  const ends = []
  const done = []
  const run = latestOnly((value) => new Promise((end) => ends.push(end)).then(() => done.push(value)))
  const all = run('a')
  await run('b')
  await run('c')
  expect(ends).toHaveLength(1)
  ends[0]()
  await expect(new Promise((resolve) => setImmediate(() => resolve(ends.length)))).resolves.toBe(2)
  ends[1]()
  await all
  const later = run('d')
  ends[2]()
  await later
  expect(done).toEqual(['a', 'c', 'd'])
})
