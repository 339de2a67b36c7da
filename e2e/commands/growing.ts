import path from 'node:path'
import { expect } from '@playwright/test'
import { hydrated } from '../support/test'
import { git } from './clone'
import { startCommand } from './command'
import { mustRefuse, mustRun, type Row } from './row'

export const growing: Record<string, Row> = {
  'npm run new-remote -- events': async ({ clone, page }) => {
    const before = git(clone, 'status', '--porcelain')
    await mustRefuse(clone, 'npm run new-remote', 'Name the package in small letters')
    await mustRefuse(clone, 'npm run new-remote -- Events', 'Name the package in small letters')
    await mustRefuse(clone, 'npm run new-remote -- catalog', 'There is a folder catalog already')
    await mustRefuse(clone, 'npm run new-remote -- about', 'The address /about is another page')
    expect(git(clone, 'status', '--porcelain'), 'what is refused changes nothing').toBe(before)

    await mustRun(clone, 'npm run new-remote -- events')
    try {
      await mustRefuse(clone, 'npm run new-remote -- events', 'There is a folder events already')
      const verified = await mustRun(clone, 'npm run verify -- --selectProjects events')
      expect(verified).toMatch(/^Tests: +[1-9]\d* passed, [1-9]\d* total$/m)

      const alone = await startCommand(clone, 'npm run dev -- events --alone')
      await alone.writes(/http:\/\/localhost:\d+\//)
      await page.goto(`${alone.url}/events`)
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
      await page.goto('about:blank')
      await alone.stop()

      const site = path.join(path.dirname(clone), 'site-with-events')
      const shop = await startCommand(clone, 'npm start', { SITE_DIR: site })
      await shop.writes(/^ready /m)
      await page.goto(`${shop.url}/events`)
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
      await expect(page.getByRole('banner'), 'the frame is the shell’s').toBeVisible()
      await hydrated(page)
      await page.goto('about:blank')
      await shop.stop()
    } finally {
      git(clone, 'checkout', '--quiet', '--', '.')
      git(clone, 'clean', '--quiet', '--force', '-d', '-x', '--', 'events')
    }
  },
}
