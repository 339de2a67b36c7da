import type { Release } from '@platform/release/manifest/release'
import { findLosses } from './compare-answers'
import type { Answer } from './site-answers'

const policy = "default-src 'self'; script-src /assets/catalog/; form-action 'self'; frame-ancestors 'none'"
const trusted = "; require-trusted-types-for 'script'; trusted-types catalog"
const headers = {
  'content-security-policy': policy + trusted,
  'cross-origin-opener-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
const answer = (changed: object): Answer => ({
  ...{ owner: 'catalog', status: 200, sha256: '' },
  headers: JSON.parse(JSON.stringify({ ...headers, ...changed })),
})
const withPolicy = (from: string, to: string) => ({
  'content-security-policy': (policy + trusted).replace(from, to),
})

function lossesAfter(changed: object): string[] {
  const [before, after] = [{}, changed].map((it) => new Map([['/courses', answer(it)]])) as [never, never]
  const catalog = { package: 'catalog', kind: 'remote' } as Release
  const next = { releases: [catalog], changed: new Set(['catalog']), hosts: undefined }
  return findLosses(before, after, next).map(({ grant, what }) => `${grant} ${what}`)
}

// `diff` named "the source of the page" alone, and the release went live.
it.each([
  [
    'another opener',
    { 'cross-origin-opener-policy': 'unsafe-none' },
    'has cross-origin-opener-policy unsafe-none, not',
  ],
  ['no opener policy', { 'cross-origin-opener-policy': undefined }, 'no longer has cross-origin-opener-policy'],
  ['a header less', { 'x-content-type-options': undefined }, 'no longer has x-content-type-options'],
  [
    'forms elsewhere',
    withPolicy("form-action 'self'", 'form-action https://a.example'),
    'lets in https://a.example (form',
  ],
  ['any form', withPolicy("form-action 'self'; ", ''), 'no longer has form-action'],
  ['a frame', withPolicy("ancestors 'none'", "ancestors 'self'"), "lets in 'self' (frame-ancestors)"],
  ['all scripts', withPolicy('script-src /assets/catalog/', "script-src 'self'"), 'is not isolated: it runs scripts'],
  ['another host', withPolicy('script-src', 'script-src https://a.example'), 'lets in https://a.example (script-src)'],
  ['a new use of a host', withPolicy('form', 'img-src https://a.example; form'), 'lets in https://a.example (img-src)'],
  ['free markup', withPolicy("require-trusted-types-for 'script'; ", ''), 'no longer has require-trusted-types-for'],
  ['another policy', withPolicy('types catalog', 'types catalog b'), 'lets the Trusted Types policy "b" make markup'],
])('D2: a page that is protected less is named: %s', (_what, changed, reason) => {
  expect(lossesAfter(changed)).toEqual([
    expect.stringContaining(`weaker-policy:catalog would be protected less: it ${reason}`),
  ])
})

it.each([
  ['the hash of an inline script', withPolicy('script-src', "script-src 'sha256-a='")],
  ['nothing', withPolicy("default-src 'self'", "default-src 'self'; object-src 'none'")],
])('D2: %s is no loss', (_what, changed) => {
  expect(lossesAfter(changed)).toEqual([])
})
