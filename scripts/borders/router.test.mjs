import { findRouterImports } from './router.mjs'
import { smallHouse } from './testing/small-house.mjs'

const offencesOf = (path, text) =>
  findRouterImports(smallHouse({ [path]: text }, { routerUsers: ['ground/src/facade/'] }))

describe('the router', () => {
  it.each(['react-router-dom', 'react-router', 'react-router/dom'])('is not imported as %s', (name) => {
    expect(offencesOf('upper/src/a.tsx', `import { Link } from '${name}'`)).toEqual([
      `upper/src/a.tsx: import from @site/shared/navigation instead of ${name}`,
    ])
  })

  it('is imported by those that build one', () => {
    expect(offencesOf('ground/src/facade/link.tsx', `import { Link } from 'react-router-dom'`)).toEqual([])
  })
})
