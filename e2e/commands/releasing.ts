import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { git } from '../support/copies.mjs'
import { edit, HEADING, mustRefuse, mustRun, OTHER_HEADING, type Row, SOURCE, startCommand } from './command'

export const releasing: Record<string, Row> = {
  'npm run new-remote -- events': async ({ clone, page }) => {
    const before = git(clone, 'status', '--porcelain')
    await mustRefuse(clone, 'npm run new-remote -- Events', 'Name the package in small letters')
    await mustRefuse(clone, 'npm run new-remote -- catalog', 'There is a folder catalog already')
    await mustRefuse(clone, 'npm run new-remote -- about', 'The address /about is another page')
    expect(git(clone, 'status', '--porcelain'), 'what is refused changes nothing').toBe(before)

    await mustRun(clone, 'npm run new-remote -- events')
    const SITE_DIR = path.join(path.dirname(clone), 'site-with-events')
    const site = (command: string) => `npm run site -- ${command}`
    try {
      const changed = git(clone, 'status', '--porcelain').match(/^ M .+$/gm)
      expect(changed, 'no other remote is touched').not.toContainEqual(
        expect.stringMatching(/catalog|content|checkout/),
      )
      const verified = await mustRun(clone, 'npm run verify -- --selectProjects events')
      expect(verified).toMatch(/^Tests: +[1-9]\d* passed, [1-9]\d* total$/m)

      await mustRun(clone, 'npm run build')
      await mustRun(clone, site('settings --public-url http://localhost:3000 --sandbox'), { SITE_DIR })
      await mustRun(clone, site('deploy shell catalog content checkout'), { SITE_DIR })
      await mustRun(clone, site('publish events --from events/dist'), { SITE_DIR })
      await mustRun(clone, site('activate events@latest'), { SITE_DIR })

      const shop = await startCommand(clone, 'npm start', { SITE_DIR })
      await shop.writes(/^ready /m)
      await page.goto(`${shop.url}/events`)
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
      await expect(page.getByRole('banner'), 'the frame is the shell’s').toBeVisible()
      await page.goto('about:blank')
      await shop.stop()
    } finally {
      git(clone, 'checkout', '--quiet', '--', '.')
      git(clone, 'clean', '--quiet', '--force', '-d', '-x', '--', 'events')
    }
  },

  'npm run site -- status': async ({ clone, does }) => {
    const env = { SITE_DIR: path.join(path.dirname(clone), 'operated') }
    const site = (command: string) => mustRun(clone, `npm run site -- ${command}`, env)

    await rm(path.join(clone, 'platform/operator/dist'), { recursive: true, force: true })
    expect(await site('status'), 'before anything has been built').toContain('Nothing is live yet')
    await mustRefuse(clone, 'npm run site -- stat', /site status/, env)
    const named = [...does.matchAll(/`([a-z]+)/g)].map(([, word]) => word)
    const listed = [...(await site('help')).matchAll(/^site ([a-z]+)/gm)].map(([, word]) => word)
    expect(listed, 'commands that the README names').toEqual(expect.arrayContaining(named))
    const reference = await readFile(path.join(clone, 'docs/reference/commands.md'), 'utf8')
    const isMissing = (word = '') => word !== 'help' && !new RegExp(`\`${word}[ \`]`).test(reference)
    expect(listed.filter(isMissing), 'commands that the reference leaves out').toEqual([])
  },

  'npm run build [-- catalog]': async ({ clone }) => {
    await mustRefuse(clone, 'npm run build -- catalogue', 'There is no package catalogue')
    await edit(clone, SOURCE, '  return (', '  return ((')
    await mustRefuse(clone, 'npm run build -- catalog', "Expected ','")
    await edit(clone, SOURCE, '  return ((', '  return (')

    await mustRun(clone, 'npm run build')
    await edit(clone, SOURCE, HEADING, OTHER_HEADING)
    expect(await mustRun(clone, 'npm run build -- catalog')).toMatch(/^building catalog@/m)
    expect(await readFile(path.join(clone, 'catalog/dist/server/courses-page.cjs'), 'utf8')).toContain(OTHER_HEADING)
    expect(await mustRun(clone, 'npm run build'), 'nothing at all has changed').not.toMatch(/^building /m)
    await edit(clone, SOURCE, OTHER_HEADING, HEADING)
    const own = await mustRun(path.join(clone, 'catalog'), 'npm run build')
    expect(own, 'each package builds itself').toMatch(/^catalog@\S+ is built in dist\/$/m)
  },

  'npm run release -- catalog': async ({ clone }) => {
    const before = await versionIn(clone, 'catalog/package.json')
    await mustRefuse(clone, 'npm run release -- catalogue', 'Name one package: shell, catalog')
    await edit(clone, SOURCE, HEADING, OTHER_HEADING)
    await mustRefuse(clone, 'npm run release -- catalog', new RegExp(`Commit first.*\n.*${SOURCE}`))
    commit(clone, 'feat(catalog): another heading')

    await mustRun(clone, 'npm run release -- catalog')
    const version = await versionIn(clone, 'catalog/package.json')
    expect(version).not.toBe(before)
    expect(git(clone, 'tag', '--points-at', 'HEAD').trim()).toBe(`@site/catalog@${version}`)
    expect(await versionIn(clone, `.site/releases/catalog/${version}/release.json`)).toBe(version)

    await edit(clone, SOURCE, OTHER_HEADING, HEADING)
    commit(clone, 'fix(catalog): the heading of before')
  },
}

function commit(clone: string, message: string): void {
  git(clone, 'add', '--all')
  git(clone, 'commit', '--quiet', '--message', message)
}

async function versionIn(clone: string, file: string): Promise<string> {
  return JSON.parse(await readFile(path.join(clone, file), 'utf8')).version
}
