import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { renderWork } from '../testing/rendering-fixture'
import { pageKeysOf } from './page-keys'
import type { RenderJob, RenderWork } from './rendering-steps'

const releases = ['shell', 'content', 'catalog', 'checkout'].map(
  (name) => ({ release: { package: name }, digest: `digest of ${name}` }) as VerifiedRelease,
)

function keys(change: (work: RenderWork) => unknown = () => {}, all = releases) {
  const work = structuredClone(renderWork())
  change(work)
  return pageKeysOf(work, all, { program: 'program', limits: { memoryMb: 64 }, distrusted: [] })
}

function changed(...change: Parameters<typeof keys>): string[] {
  const [before, after] = [keys(), keys(...change)]
  return [...before.keys()].filter((name) => before.get(name) !== after.get(name))
}

const ALL = ['shell', 'content', 'catalog', 'checkout']
const job = (work: RenderWork) => work.jobs[2] as RenderJob
const otherDigest = (name: string) =>
  releases.map((it) => (it.release.package === name ? { ...it, digest: 'another' } : it))

describe('the key of the pages of a package', () => {
  it('is the same for the same', () => {
    expect(changed()).toEqual([])
  })

  it.each<[string, Parameters<typeof keys>, string[]]>([
    ['the shell’s code', [(work) => Object.assign(work.host, { code: 'another' })], ALL],
    ['its own code', [({ modules }) => Object.assign(modules[1] ?? {}, { code: 'another' })], ['catalog']],
    [
      'the name that errors of its code bear',
      [({ modules }) => Object.assign(modules[1] ?? {}, { filename: 'x' })],
      ['catalog'],
    ],
    ['the shell’s release, whatever the code is', [undefined, otherDigest('shell')], ALL],
    ['its own release', [undefined, otherDigest('catalog')], ['catalog']],
    ['the order of its pages', [({ jobs }) => jobs.splice(2, 2, ...jobs.slice(2, 4).reverse())], ['catalog']],
    ['a page less', [({ jobs }) => jobs.splice(3, 1)], ['catalog']],
  ])('is another for %s', (_what, change, expected) => {
    expect(changed(...change)).toEqual(expected)
  })

  it.each(Object.keys(renderWork().jobs[2] ?? {}) as (keyof RenderJob)[])('is another for another %s', (field) => {
    const other = { ...job(renderWork()), module: 'catalog/other-page', url: '/other', noindex: true }
    const change = (work: RenderWork) => {
      const value = other[field]
      const changedValue = Array.isArray(value) ? ['other'] : typeof value === 'object' ? { other: 1 } : value
      Object.assign(job(work), { [field]: changedValue })
    }
    expect(changed(change)).toEqual(['catalog'])
  })

  it('sees a field that is added to what a page is made of', () => {
    expect(changed((work) => Object.assign(job(work), { later: 1 }))).toEqual(['catalog'])
  })
})
