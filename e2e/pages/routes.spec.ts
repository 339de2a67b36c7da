import { textsOf } from '../support/html'
import { routes } from '../support/routes'
import { expect, hydrated, open, test } from '../support/test'

for (const { path, heading } of routes) {
  test(`R2, R9: ${path} answers a visitor who is not signed in with 200 and its one heading in the HTML`, async ({
    request,
  }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status()).toBe(200)
    expect(response.headers()['content-type']).toContain('text/html')
    const headings = textsOf(await response.text(), 'h1')
    expect(headings).toHaveLength(1)
    expect(headings[0]).toMatch(heading)
  })
}

test('R3, D-02: an unknown address leads to the home page', async ({ request }) => {
  for (const path of ['/nowhere', '/courses/nowhere', '/about/us', '/admin']) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect([response.status(), response.headers().location], path).toEqual([302, '/'])
  }
})

test('D-02: a file that does not exist answers 404 and never a page', async ({ request }) => {
  for (const path of ['/missing.js', '/images/courses/99.svg', '/assets/catalog/remote-entry.000000000000.js']) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status(), path).toBe(404)
    expect(response.headers()['content-type'], path).toContain('text/plain')
    expect(response.headers()['cache-control'], path).toBe('no-store')
  }
})

test('R3: an unknown address inside the running site is replaced by the home page', async ({ page }) => {
  await open(page, '/about')
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Our Services' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test.describe('an unknown post', () => {
  test.use({ expectedErrors: /404 .*no-such-post/ })

  test('D-21: an unknown post answers 404 with a readable page and a way back', async ({ page, request }) => {
    const response = await request.get('/blog/no-such-post')
    expect(response.status()).toBe(404)
    expect(textsOf(await response.text(), 'h1')).toEqual(['Blog Post Not Found'])
    await page.goto('/blog/no-such-post')
    await hydrated(page)
    await expect(page.getByText("The blog post you're looking for doesn't exist.")).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: /back/i }).first().click()
    await expect(page).toHaveURL('/blog')
  })
})
