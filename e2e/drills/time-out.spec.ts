import { entryOf, scriptOf, drill as test } from '../support/drill'
import { expect, open } from '../support/test'

const parts = [
  { what: 'the entry of a remote', file: entryOf('catalog'), from: '/about', link: 'Our Courses' },
  { what: "the script of a remote's page", file: scriptOf('safety-plus-page'), from: '/about', link: 'Our Courses' },
  { what: "the script of a page of the shell's", file: scriptOf('about-page'), from: '/courses', link: 'About Us' },
]

for (const { what, file, from, link } of parts) {
  test(`R12: ${what} is given up after 120 seconds`, async ({ page, line }) => {
    // The browser's clock is moved on: nobody waits for two minutes.
    await page.clock.install()
    await open(page, from)
    line.break(file, 'hangs')
    const asked = page.waitForRequest(file)
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
    await asked
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('This page is still loading')
    await page.clock.fastForward(100_000)
    await expect(heading).toHaveText('This page is still loading')
    await page.clock.fastForward(20_000)
    await expect(heading).toHaveText('This page could not be loaded')
  })
}
