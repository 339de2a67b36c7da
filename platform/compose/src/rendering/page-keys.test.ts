import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import { renderWork } from '../testing/rendering-fixture'
import { pageKeysOf } from './page-keys'
import type { RenderJob, RenderWork } from './rendering-steps'

const releases = ['shell', 'content', 'catalog', 'checkout'].map(
  (name) => ({ release: { package: name }, digest: `digest of ${name}` }) as VerifiedRelease,
)

function keys(change: (work: RenderWork) => unknown = () => {}) {
  const work = structuredClone(renderWork())
  change(work)
  return pageKeysOf(work, releases, { program: 'program', limits: { memoryMb: 64 }, distrusted: [] })
}

function changed(change?: (work: RenderWork) => unknown): string[] {
  const [before, after] = [keys(), keys(change)]
  return [...before.keys()].filter((name) => before.get(name) !== after.get(name))
}

const job = (work: RenderWork) => work.jobs[2] as RenderJob

describe('the key of the pages of a package', () => {
  it('is the same for the same', () => {
    expect(changed()).toEqual([])
  })

  it.each<[string, (work: RenderWork) => unknown]>([
    ['the name in errors of its code', ({ modules }) => Object.assign(modules[1] ?? {}, { filename: 'x' })],
    ['the order of its pages', ({ jobs }) => jobs.splice(2, 2, ...jobs.slice(2, 4).reverse())],
    ['a page less', ({ jobs }) => jobs.splice(3, 1)],
    ['a field that is added to what a page is made of', (work) => Object.assign(job(work), { later: 1 })],
  ])('is another for %s', (_what, change) => {
    expect(changed(change)).toEqual(['catalog'])
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
})
