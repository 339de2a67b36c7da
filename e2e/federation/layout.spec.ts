import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../support/site'
import { expect, test } from '../support/test'

const packages = ['shell', 'catalog', 'content', 'checkout', 'shared']
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

test('R189: the top level has the packages, and Lerna and npm know each of them', () => {
  for (const name of ['package.json', 'lerna.json', 'tsconfig.base.json', ...packages, 'e2e']) {
    expect(existsSync(path.join(root, name)), name).toBe(true)
  }
  expect(read('lerna.json').packages).toEqual(expect.arrayContaining(packages))
  expect(read('package.json').workspaces).toEqual(expect.arrayContaining([...packages, 'e2e']))
})

test('R190: the shell, the host, loads three federated remotes behind one origin', async ({ request, baseURL }) => {
  const { remotes } = await (await request.get('/site/files.json')).json()
  expect(Object.keys(remotes).sort()).toEqual(['catalog', 'checkout', 'content'])
  for (const { entry } of Object.values<{ entry: string }>(remotes)) {
    const address = new URL(entry, baseURL)
    expect([address.origin, (await request.get(address.href)).status()]).toEqual([baseURL, 200])
  }
})

test('R192: each package has its own Jest project, with the Testing Library for what is shown', () => {
  const { devDependencies } = read('package.json')
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(['jest', '@testing-library/react']))
  for (const name of packages) expect(existsSync(path.join(root, name, 'jest.config.cjs')), name).toBe(true)
})
