import { inputFiles } from './build-packages.mjs'

// Bug: a change in `shared` built all six packages again.
it('a package is built again for what it bundles of shared, and remotes not for what the shell provides', () => {
  const places = ['ui/index.ts', 'cart/cart-store.ts', 'company.ts', 'contracts/price-list.ts']
  const builtFor = (name) => {
    const files = inputFiles(name)
    return places.filter((place) => files.includes(`shared/src/${place}`))
  }
  expect(['shell', 'catalog', 'content', 'platform/origin'].map(builtFor)).toEqual([
    places.slice(0, 3),
    ['company.ts'],
    ['company.ts'],
    ['company.ts', 'contracts/price-list.ts'],
  ])
})
