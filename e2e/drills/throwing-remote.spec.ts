import { expect, open, test } from '../support/test'

test.use({ expectedErrors: /client only/ })

/** Both leave the server's rendering as it is, so the release is activated and fails in the browser alone. */
const breaks = {
  'while rendering': { from: '"Available Courses"', to: '(()=>{throw new Error("client only")})()' },
  'in an effect': {
    from: 'id:"available-courses"',
    to: 'id:"available-courses",ref(){throw new Error("client only")}',
  },
}

for (const [when, replacement] of Object.entries(breaks)) {
  test(`R10: a remote that throws ${when} brings the router's own error page, and other pages work`, async ({
    page,
    site,
  }) => {
    await site.release('catalog', '9.0.0', { client: [replacement] })
    const url = await site.start()
    await page.goto(`${url}/courses`)
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'client only' })).toBeVisible()
    await open(page, `${url}/courses/citb-ssp`)
    await expect(page.getByRole('heading', { level: 1, name: 'CITB Site Safety Plus' })).toBeVisible()
  })
}
