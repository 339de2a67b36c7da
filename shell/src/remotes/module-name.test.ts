/** @jest-environment node */
import path from 'node:path'

type Module = { identifier: () => string; nameForCondition: () => string | null }
const { nameOf, nameOfFile } = jest.requireActual<{
  nameOf: (module: Module) => string
  nameOfFile: (file: string) => string
}>('../../../scripts/webpack/module-name.cjs')

const root = path.resolve(__dirname, '../../..')
const called = (identifier: string, file: string | null = null) =>
  nameOf({ identifier: () => identifier, nameForCondition: () => file })

describe('the name of a module, from which its number is made', () => {
  it.each([
    ['a source', `${root}/catalog/src/price-tag.tsx`, '/catalog/src/price-tag.tsx'],
    ['a source behind loaders', `javascript/auto|${root}/shared/src/money.ts`, 'javascript/auto|/shared/src/money.ts'],
    ['an installed package', `${root}/node_modules/react/index.js`, 'react/index.js'],
    ['a folder that is called like the path of the clone', `${root}/api/src${root}/x.ts`, `/api/src${root}/x.ts`],
    ['a folder beside the clone', `${root}-other/x.ts`, `${root}-other/x.ts`],
  ])('has nothing of the folder of the clone: %s', (_what, identifier, name) => {
    expect(called(identifier)).toBe(name)
  })

  it.each(['6a143cd4', 'cf6a86f1'])(
    'has nothing of the federation plugin’s file, whose name is a digest of paths (%s)',
    (digest) => {
      const file = `${root}/catalog/node_modules/.federation/entry.${digest}.js`
      expect(called(`javascript/auto|${file}`, file)).toBe('federation start')
      expect(called(`container entry (default) [["./page",{}]] ${file}`)).toBe('entry of federation start')
      expect(nameOfFile(file)).toBe('federation start')
    },
  )
})

describe('the place of a use in a release', () => {
  const { firstPlaces } = jest.requireActual<{
    firstPlaces: (uses: { name: string; file: string; line: number }[]) => Record<string, string>
  }>('../../../scripts/webpack/contract/names.cjs')
  const uses = [
    { name: 'Button', file: 'checkout/src/cart/cart-page.tsx', line: 9 },
    { name: 'Link', file: 'checkout/src/cart/cart-page.tsx', line: 3 },
    { name: 'Button', file: 'checkout/src/account/sign-in.tsx', line: 12 },
    { name: 'Button', file: 'checkout/src/account/sign-in.tsx', line: 2 },
  ]

  it.each([[uses], [[...uses].reverse()]])('is the first, in whatever order webpack has found them', (found) => {
    expect(Object.entries(firstPlaces([...found]))).toEqual([
      ['Button', 'checkout/src/account/sign-in.tsx:2'],
      ['Link', 'checkout/src/cart/cart-page.tsx:3'],
    ])
  })
})
