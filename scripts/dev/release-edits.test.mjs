import { releaseLatest } from './release-edits.mjs'

/** Each activation lasts until the test ends it. */
function setUp() {
  const published = []
  const activated = []
  const ends = []
  let isBuilding = false
  const releases = releaseLatest({
    async publish({ hash }) {
      published.push(hash)
      return hash
    },
    activate: (version) => new Promise((end) => ends.push(end)).then(() => activated.push(version)),
    isBuilding: () => isBuilding,
  })
  const setBuilding = (value) => {
    isBuilding = value
  }
  const endActivation = () => ends.shift()()
  return { releases, published, activated, setBuilding, endActivation }
}

const settled = () => new Promise(setImmediate)

beforeEach(() => jest.spyOn(console, 'log').mockReturnValue())

it('leaves out edits that were overtaken while another was activated', async () => {
  const { releases, published, activated, endActivation } = setUp()
  for (const hash of ['a', 'b', 'c']) void releases.add({ hash })
  await settled()
  expect(published).toEqual(['a'])
  endActivation()
  await settled()
  endActivation()
  await settled()
  expect([published, activated]).toEqual([
    ['a', 'c'],
    ['a', 'c'],
  ])
})

// Every second edit once reached the page only when the one before it was live.
it('lets the next build write its files while the former one is activated', async () => {
  const { releases, activated } = setUp()
  void releases.add({ hash: 'a' })
  await releases.published()
  expect(activated).toEqual([])
})

it('publishes no build of which a newer one may have overwritten files', async () => {
  const { releases, published, setBuilding, endActivation } = setUp()
  for (const hash of ['a', 'b']) void releases.add({ hash })
  await settled()
  setBuilding(true)
  endActivation()
  await settled()
  expect(published).toEqual(['a'])
  setBuilding(false)
  void releases.add({ hash: 'c' })
  await settled()
  expect(published).toEqual(['a', 'c'])
})
