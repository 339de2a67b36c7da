import { expectFrame } from '../support/frame'
import { routes } from '../support/routes'
import { test } from '../support/test'

test.use({ expectedErrors: /404 .*no-such-post/ })

for (const path of [...routes.map(({ path }) => path), '/blog/no-such-post']) {
  test(`R8: ${path} has header, footer and chat`, async ({ page }) => {
    await page.goto(path)
    await expectFrame(page)
  })
}
