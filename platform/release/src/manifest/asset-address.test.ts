import { assetPattern, namesForScripts } from './asset-address'

const nothing = { sha256: '', bytes: 0 }
const named = (style: string, script: string) => {
  const files = Object.fromEntries([style, script].sort().map((file) => [`client/${file}`, nothing]))
  return Object.keys(namesForScripts({ modules: {}, files }))
}

// The names stood in the order of the hashes: a changed script of one package changed the source of every page.
it('the names of files stand in the same order whatever their hashes are', () => {
  expect(named('page.000000000000.css', 'page.ffffffffffff.js')).toEqual(['page.css', 'page.js'])
  expect(named('page.ffffffffffff.css', 'page.000000000000.js')).toEqual(['page.css', 'page.js'])
})

it.each([
  ['courses-page.4e913f46.js', '/assets/catalog/courses-page.*.js'],
  ['pages/a.b.4e913f46.css', '/assets/catalog/pages/a.b.*.css'],
  ['without-hash.js', undefined],
  // They would mean something in a pattern, or end its quotes.
  ['a(.*).4e913f46.js', undefined],
  [':a.4e913f46.js', undefined],
  ['a*.4e913f46.js', undefined],
  ['a", id="x.4e913f46.js', undefined],
])('a browser may take %s for a dictionary at %s', (file, pattern) => {
  expect(assetPattern({ package: 'catalog' }, file)).toBe(pattern)
})
