import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { digestAnswers, digestFolder, publicPaths } from '../support/evidence'
import type { Change } from '../support/release-copy'
import { createSite, type Site } from '../support/site'
import { expect, test } from '../support/test'

type Bad = { what: string; change: Change; reason: RegExp }

const inPage = (code: string): Change => ({ server: [{ from: '"Available Courses"', to: code }] })

/** Found out when the release is to go live. */
const unfit: Bad[] = [
  {
    what: 'throws while rendering',
    change: inPage('(()=>{throw new Error("does not render")})()'),
    reason: /page \/courses of catalog\/courses-page.*does not render/s,
  },
  {
    what: 'writes an error while rendering',
    change: inPage('(console.error("looks broken"),"Available Courses")'),
    reason: /page \/courses of catalog\/courses-page.*looks broken/s,
  },
  {
    what: 'ends the process',
    change: inPage('globalThis.constructor.constructor("process","process.exit()")()'),
    reason: /page \/courses of catalog\/courses-page/,
  },
  {
    what: 'lacks a page the shell routes to',
    change: {
      manifest: (release) => {
        release.exposes = ['./courses-page']
        release.pages = [{ module: './courses-page', path: '/courses' }]
      },
    },
    reason: /routes to catalog\/safety-plus-page, which no live release exposes/,
  },
  {
    what: 'needs another major version of React',
    change: {
      manifest: (release) => {
        release.shared = { ...Object(release.shared), react: { range: '^20.0.0' } }
      },
    },
    reason: /catalog@9\.0\.\d needs react \^20\.0\.0, but shell@.* shares 19\./,
  },
  {
    what: 'follows another contract',
    change: {
      manifest: (release) => {
        release.contract = 99
      },
    },
    reason: /catalog@9\.0\.\d follows contract 99/,
  },
  {
    what: 'names an entry that is not in it',
    change: {
      manifest: (release) => {
        release.entry = 'remote-entry.js'
      },
    },
    reason: /catalog@9\.0\.\d needs client\/remote-entry\.js, which is not in the release/,
  },
]

/** What must not change: the registry's live part, the pointer and every answer. */
async function evidence(site: Site, url: string) {
  return {
    current: (await digestFolder(site.directory)).current,
    compositions: await digestFolder(path.join(site.directory, 'compositions')),
    live: JSON.parse(await site.mustRun('status', '--json')).live,
    answers: await digestAnswers(url, publicPaths),
  }
}

test.describe('a release is refused at activation, and nothing changes, when it', () => {
  // One site serves all of them, since nothing changes.
  test.describe.configure({ mode: 'default' })
  let site: Site
  let url: string
  let before: Awaited<ReturnType<typeof evidence>>

  test.beforeAll(async () => {
    site = await createSite({ from: process.env.BUILT_SITE_DIR ?? '' })
    url = await site.start()
    before = await evidence(site, url)
  })
  test.afterAll(() => site.remove())

  for (const [index, { what, change, reason }] of unfit.entries()) {
    test(what, async () => {
      const version = `9.0.${index}`
      await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', version, change))
      const { code, output } = await site.run('activate', `catalog@${version}`)
      expect(code).toBe(1)
      expect(output).toMatch(reason)
      expect(await evidence(site, url)).toEqual(before)
    })
  }
})

test('a release with a changed or missing file is refused when published, and nothing changes', async ({ site }) => {
  const url = await site.start()
  const before = { ...(await evidence(site, url)), releases: await digestFolder(path.join(site.directory, 'releases')) }
  const changed = await site.copyRelease('catalog', '9.0.0')
  await appendFile(path.join(changed, 'server/courses-page.cjs'), '\n')
  const missing = await site.copyRelease('catalog', '9.0.0')
  await rm(path.join(missing, 'server/courses-page.cjs'))
  for (const folder of [changed, missing]) {
    const { code, output } = await site.run('publish', 'catalog', '--from', folder)
    expect(code).toBe(1)
    expect(output).toContain('server/courses-page.cjs')
  }
  const after = { ...(await evidence(site, url)), releases: await digestFolder(path.join(site.directory, 'releases')) }
  expect(after).toEqual(before)
})

test('a release changed in the registry is refused at activation, and nothing changes', async ({ site }) => {
  const url = await site.start()
  await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', '9.0.0'))
  await appendFile(path.join(site.directory, 'releases/catalog/9.0.0/server/courses-page.cjs'), '\n')
  const before = await evidence(site, url)
  const { code, output } = await site.run('activate', 'catalog@9.0.0')
  expect(code).toBe(1)
  expect(output).toMatch(/courses-page\.cjs.*does not match its digest/)
  expect(await evidence(site, url)).toEqual(before)
})

test('the same version with other content is refused when published', async ({ site }) => {
  await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', '9.0.0'))
  const other = await site.copyRelease('catalog', '9.0.0', {
    everywhere: [{ from: '"Available Courses"', to: '"Other"' }],
  })
  const { code, output } = await site.run('publish', 'catalog', '--from', other)
  expect(code).toBe(1)
  expect(output).toMatch(/already published with other content/)
})
