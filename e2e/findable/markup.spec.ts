import { HtmlValidate } from 'html-validate'
import { expect, test } from '../support/test'
import { privatePages, publicPages } from './pages'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // A named list is one of its good uses.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // The search narrows the list with every letter; there is nothing left to submit.
    'wcag/h32': 'off',
  },
})
/** What React writes for a form that a function answers; it takes the attribute away as it takes the form over. */
const HANDLED_BY_REACT = / (?:form)?action="javascript:[^"]*"/gi

for (const path of [...publicPages, ...privatePages, '/blog/no-such-post']) {
  test(`${path} is valid HTML`, async ({ request }) => {
    const html = (await (await request.get(path)).text()).replace(HANDLED_BY_REACT, '')
    const { results } = await validator.validateString(html)
    const problems = results.flatMap(({ messages }) => messages)
    expect(problems.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)).toEqual([])
  })
}
