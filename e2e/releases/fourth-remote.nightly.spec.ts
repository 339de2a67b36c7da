import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createSite, environment, root, type Site } from '../support/site'
import { copySources, linkModules, sourceFiles } from '../support/source-tree.mjs'
import { expect, test } from '../support/test'

/** The recipe of docs/teams.md, as far as it is typed into a terminal. */
const NAME = 'events'

let site: Site
/** A copy of this tree; what was built in it stays for the next time. */
const tree = path.join(root, '.cache/recipe')

test.beforeAll(async () => {
  copySources(sourceFiles(), tree)
  rmSync(path.join(tree, NAME), { recursive: true, force: true })
  linkModules(tree)
  site = await createSite()
  await site.deploy()
})
test.afterAll(() => site.remove())

test('a fourth remote joins by its recipe, and no other remote is touched', async ({ page }) => {
  test.slow()
  const before = JSON.parse(await site.mustRun('status', '--json')).live.releases

  const created = run('node', 'scripts/new-remote.mjs', NAME)
  expect(created).toContain('events/ is there, with its page at /events')
  expect(changedFiles().filter((file) => !file.startsWith(`${NAME}/`))).toEqual([
    'knip.json',
    'lerna.json',
    'package.json',
    'shell/src/remotes/route-modules.ts',
  ])
  run('npx', 'tsc', '-p', `${NAME}/tsconfig.json`)
  run('npx', 'jest', '--selectProjects', NAME)
  run('node', 'scripts/build.mjs', NAME, 'shell')

  // A page nobody brings, and a page without a route: each alone is refused.
  for (const name of [NAME, 'shell']) await site.mustRun('publish', name, '--from', path.join(tree, name, 'dist'))
  const routeless = await site.run('activate', `${NAME}@latest`)
  expect(routeless).toMatchObject({ code: 1, output: expect.stringContaining(`/${NAME}`) })
  const pageless = await site.run('activate', 'shell@latest')
  expect(pageless).toMatchObject({ code: 1, output: expect.stringContaining(`${NAME}/${NAME}-page`) })

  await site.mustRun('activate', `${NAME}@latest`, 'shell@latest')
  const url = await site.start()
  await page.goto(`${url}/${NAME}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  const { releases: after } = JSON.parse(await site.mustRun('status', '--json')).live
  for (const name of ['catalog', 'content', 'checkout']) expect(after[name]).toEqual(before[name])
})

/** Every file that the recipe made or changed. */
function changedFiles(): string[] {
  const now = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(tree, path.join(entry.parentPath, entry.name)))
  const isOurs = (file: string) => !/(^|\/)(node_modules|dist|\.cache)\//.test(file)
  return now.filter((file) => isOurs(file) && !isSame(file)).sort()
}

function isSame(file: string): boolean {
  const original = path.join(root, file)
  return existsSync(original) && readFileSync(original).equals(readFileSync(path.join(tree, file)))
}

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: tree, env: environment, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
  return stdout
}
