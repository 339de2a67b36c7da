import { expect, test } from '../support/test'
import { findings } from './checks'
import { known } from './known'
import { openTemplate, prepareTemplate, templates } from './templates'

// WCAG 2.2, levels A and AA: what the checks see of each criterion is looked at page by page.
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /status of (401|404)/,
})

for (const name of Object.keys(templates)) {
  test(`nobody is kept out: ${name}`, async ({ page }) => {
    await prepareTemplate(page, name)
    await openTemplate(page, name)
    const found = await findings(page)
    expect(found.filter((it) => !known.some((expected) => expected.test(it)))).toEqual([])
  })
}
