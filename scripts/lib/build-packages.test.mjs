import { dependenciesOf } from './build-packages.mjs'
import { browserPackages, nodePackages } from './packages.mjs'

describe('what the build of a package depends on, by the dependencies of the workspace', () => {
  it.each(browserPackages)('is itself and shared: %s', (name) => {
    expect(dependenciesOf(name)).toEqual([name, 'shared'])
  })

  it.each(nodePackages)('has the API in it, and of the packages that visitors get none: %s', (name) => {
    const found = dependenciesOf(name)
    expect(found).toEqual(expect.arrayContaining([name, 'api', 'platform/base', 'platform/site', 'shared']))
    expect(found.filter((folder) => browserPackages.includes(folder))).toEqual([])
  })
})
