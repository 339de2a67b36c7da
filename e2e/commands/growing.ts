import path from 'node:path'
import { expect } from '@playwright/test'
import { hydrated } from '../support/test'
import { git } from './clone'
import { startCommand } from './command'
import { mustRefuse, mustRun, type Row } from './row'

export const growing: Record<string, Row> = {
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

      const alone = await startCommand(clone, 'npm run dev -- events --alone')
      await alone.writes(/http:\/\/localhost:\d+\//)
      await page.goto(`${alone.url}/events`)
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
      await page.goto('about:blank')
      await alone.stop()

      // A page without a route, and a route without its page: each alone is refused.
      git(clone, 'stash', 'push', '--quiet', '--', 'shell/src/remotes/route-modules.ts')
      await mustRun(clone, 'npm run build')
      await mustRun(clone, site('settings --public-url http://localhost:3000 --sandbox'), { SITE_DIR })
      await mustRun(clone, site('deploy shell catalog content checkout'), { SITE_DIR })
      git(clone, 'stash', 'pop', '--quiet')
      await mustRun(clone, 'npm run build')
      for (const name of ['events', 'shell'])
        await mustRun(clone, site(`publish ${name} --from ${name}/dist`), { SITE_DIR })
      await mustRefuse(clone, site('activate events@latest'), '/events', { SITE_DIR })
      await mustRefuse(clone, site('activate shell@latest'), 'events/events-page', { SITE_DIR })

      const shop = await startCommand(clone, 'npm start', { SITE_DIR })
      await shop.writes(/^ready /m)
      await page.goto(`${shop.url}/events`)
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
      await expect(page.getByRole('banner'), 'the frame is the shell’s').toBeVisible()
      await hydrated(page)
      await page.getByRole('link', { name: 'About' }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
      await page.goto('about:blank')
      await shop.stop()
    } finally {
      git(clone, 'checkout', '--quiet', '--', '.')
      git(clone, 'clean', '--quiet', '--force', '-d', '-x', '--', 'events')
    }
  },
}
