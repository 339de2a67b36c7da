import { namesForScripts } from './asset-address'

const nothing = { sha256: '', bytes: 0 }
const named = (style: string, script: string) => {
  const files = Object.fromEntries([style, script].sort().map((file) => [`client/${file}`, nothing]))
  return Object.keys(namesForScripts({ modules: {}, files }))
}

it('the names of files stand in the same order whatever their hashes are', () => {
  expect(named('page.000000000000.css', 'page.ffffffffffff.js')).toEqual(['page.css', 'page.js'])
  expect(named('page.ffffffffffff.css', 'page.000000000000.js')).toEqual(['page.css', 'page.js'])
})
