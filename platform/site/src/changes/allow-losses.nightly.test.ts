import { sha256 } from '@platform/base/durable/digest'
import type { Grant } from '@platform/compose/answers/compare-answers'
import { catalogFixture, contentFixture, type Fixture, hostFixture } from '@platform/release/testing/fixture-release'
import { checkActivation } from '../queries/check-activation'
import { diffSite } from '../queries/diff-site'
import { setUpSite } from '../testing/test-site'
import { activateReleases } from './activate-releases'

const { 'public/images/courses/1.svg': _, ...withoutPicture } = catalogFixture().content ?? {}

const blog = contentFixture().pages ?? []
const isolated = { pages: [{ module: './courses-page', path: '/courses', isolated: true }] }

const site = setUpSite(async (live) => {
  const font = { [`public/type.${sha256('font').slice(0, 8)}.woff2`]: 'font' }
  const fixtures = [hostFixture({ content: font }), contentFixture(), catalogFixture(isolated)]
  for (const fixture of fixtures) await live.publish(fixture)
  await live.activate({ shell: 'latest', content: 'latest', catalog: 'latest' })
})

it.each<[string, Fixture, string, RegExp]>([
  // Order pages led to the home page after a release without their fallback.
  [
    'an address',
    contentFixture({ version: '0.2.0', pages: blog.map(({ fallback, ...rest }) => rest) }),
    'removal:content',
    /\/blog\/… of content would be gone \[removal:content\]/,
  ],
  [
    'a public file',
    { ...catalogFixture({ version: '0.2.0', ...isolated }), content: withoutPicture },
    'removal:catalog',
    /\/images\/courses\/1\.svg of catalog would be gone/,
  ],
  // The checkout lost its isolation, and diff named "the source of the page" alone.
  [
    'isolation',
    catalogFixture({ version: '0.2.0' }),
    'weaker-policy:catalog',
    /\/courses would be protected less: it is not isolated: it runs scripts of every package/,
  ],
  [
    'a policy of Trusted Types',
    catalogFixture({ version: '0.2.0', ...isolated, trustedTypes: ['catalog-text'] }),
    'weaker-policy:catalog',
    /\/, \/about, .* lets the Trusted Types policy "catalog-text" make markup \[weaker-policy:catalog\]/,
  ],
])(
  'what visitors have today is taken away only when the operator says so: %s',
  async (_what, fixture, grant, reason) => {
    await site.publish(fixture)
    const wanted = { [fixture.package ?? 'catalog']: '0.2.0' }
    await expect(site.activate(wanted)).rejects.toThrow(reason)
    expect((await checkActivation(site.copy, wanted, site.limits)).problems.join('\n')).toMatch(reason)
    const found = await diffSite(site.store, ['live', `${fixture.package}@0.2.0`], site.limits)
    expect([found.changesForVisitors, found.problems.join('\n')]).toEqual([true, expect.stringMatching(reason)])
    const activate = (allowed: Grant) => activateReleases(site.store, wanted, { ...site.limits, allowed: [allowed] })
    await expect(activate('removal:shell')).rejects.toThrow(reason)
    expect(await activate(grant as Grant)).toMatchObject({ outcome: 'activated' })
  },
)
