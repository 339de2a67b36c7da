import { latestOnly } from './latest-only.mjs'

it('leaves out what was overtaken while another was being done', async () => {
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
  expect(done).toEqual(['a', 'c'])
  const later = run('d')
  ends[2]()
  await later
  expect(done).toEqual(['a', 'c', 'd'])
})
