import { signUp } from '../support/account'
import { newBuyer } from '../support/checkout'
import { drill } from '../support/drill'
import { expect, hold, open, test } from '../support/test'

// Pages with a secret are documents of their own (D3), so a page waits for the one that takes its place.

// A page kept for the Back button said "Loading the page" for ever and took no choice.
test('R55: a page to which the browser goes back answers again', async ({ page }) => {
  await open(page, '/courses')
  // The document stays, like one that the browser keeps.
  await page.route('/login', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByText('Loading the page')).toBeAttached()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.getByText('Loading the page')).not.toBeAttached()
  await page.locator('select[name=sort]').selectOption({ index: 1 })
  await expect(page).toHaveURL(/sort=/)
})

// Back led to the form again.
test('R113: the checkout takes the place of the sign-in form in the history', async ({ page }) => {
  await open(page, '/about')
  await signUp(page, newBuyer())
  await page.waitForURL('/courses')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

// 2.5 s later the page was loaded again, without what had been typed.
test('a page stays when the visitor has gone back to it from one that did not come', async ({ page }) => {
  await page.clock.install()
  const release = await hold(page, '**/site/files*')
  await open(page, '/contact')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our Courses' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await page.getByLabel(/^Message/).fill('Good morning')
  await page.clock.runFor(3_000)
  await expect(page.getByLabel(/^Message/)).toHaveValue('Good morning')
  release()
})

// "Try again" asked for a file that was deleted, for ever.
drill('R8: a tab whose composition is kept no longer gets the page of today', async ({ page }) => {
  const learnt = page.waitForResponse(/\/site\/files/)
  await open(page, '/about')
  await learnt
  await page.route(/\/assets\/catalog\/|\/site\/files/, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our Courses' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'CITB Site Safety Plus' })).toBeVisible()
})
