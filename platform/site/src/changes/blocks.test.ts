import { readPage } from '@platform/compose/testing/kept-page'
import {
  catalogFixture,
  contentFixture,
  type Fixture,
  hostFixture,
  pageBundle,
} from '@platform/release/testing/fixture-release'
import { checkActivation } from '../queries/check-activation'
import { diffSite } from '../queries/diff-site'
import { setUpSite } from '../testing/test-site'
import { activateReleases, retirePackage } from './activate-releases'
import { startCanary } from './change-canary'
import { makePreview } from './make-preview'

const props = { type: 'object', properties: { count: { type: 'integer', maximum: 6 } }, required: ['count'] }
const shell = hostFixture({
  pages: [
    { module: './home-page', path: '/', blocks: [{ name: 'catalog/popular', props: { count: 6 } }] },
    { module: './about-page', path: '/about' },
  ],
})

function catalog(version: string, expression: string, more: Fixture = {}): Fixture {
  const { content, exposes = [], modules } = catalogFixture()
  return catalogFixture({
    version,
    exposes: [...exposes, './popular'],
    blocks: [{ module: './popular', props }],
    modules: { ...modules, './popular': { scripts: ['popular.js'], styles: ['popular.css'] } },
    ...more,
    content: {
      ...content,
      'client/popular.js': '/* popular */',
      'client/popular.css': '.popular{color:green}',
      'server/popular.cjs': pageBundle(expression).replace('({ url })', '({ count })'),
    },
  })
}

const site = setUpSite(async (live) => {
  const fixtures = [
    catalog('0.1.0', "'<p>The ' + count + ' best</p>'"),
    catalog('0.2.0', "'<p>Our ' + count + ' best</p>'"),
    catalog('0.3.0', 'missing.courses'),
    catalog('0.4.0', "''", { blocks: [{ module: './popular', props: { ...props, required: ['count', 'level'] } }] }),
    catalog('0.5.0', "'<script>alert(1)</script>'"),
  ]
  for (const fixture of [shell, contentFixture(), ...fixtures]) await live.publish(fixture)
  await live.activate({ shell: 'latest', catalog: '0.1.0', content: 'latest' })
})

const home = (number: number) => readPage(site.copy, number, '/')
const others = (number: number) =>
  Promise.all(['/about', '/blog', '/courses'].map((it) => readPage(site.copy, number, it)))
const activate = (version: string) => activateReleases(site.store, { catalog: version }, site.limits)

it('P10: a page names the routes near its address alone', async () => {
  const near = '"routes":[{"path":"/courses","module":"catalog/courses-page"}]'
  expect(await readPage(site.copy, 1, '/courses')).toContain(near)
})

describe('a block of catalog on a page of the shell', () => {
  it('is rendered with the page, and brings its own scripts and styles', async () => {
    expect(await home(1)).toMatch(/<p>The 6 best<\/p>.*"blocks":\[{"name":"catalog\/popular"}\]/s)
    expect(await home(1)).toMatch(
      /assets\/catalog\/popular\.[0-9a-f]{8}\.css">\.popular{color:green}.*assets\/catalog\/popular\.[0-9a-f]{8}\.js/s,
    )
  })

  it('changes the page with its release, and diff says so', async () => {
    const changes = await diffSite(site.store, ['live', 'catalog@0.2.0'], site.limits)
    const text = { added: ['Our 6 best'], gone: ['The 6 best'], changed: [] }
    expect(changes.pages.changed.filter(({ address }) => address === '/')).toMatchObject([{ parts: { text } }])
    await activate('0.2.0')
    expect(await home(2)).toContain('<p>Our 6 best</p>')
    expect((await others(2))[0]).toBe((await others(1))[0])
  })

  it('leaves the page with its fallback where its release is broken, and everything else as it was', async () => {
    const broken = expect.stringMatching(
      /^block catalog\/popular of page \/ shows its fallback: ReferenceError.*missing/s,
    )
    expect(await checkActivation(site.copy, { catalog: '0.3.0' }, site.limits)).toMatchObject({ problems: [broken] })
    expect(await activate('0.3.0')).toMatchObject({ outcome: 'activated', brokenBlocks: [broken] })
    expect(await home(2)).toContain('<h1>shell page /</h1><p>Fallback</p>')
    expect((await others(2)).slice(0, 2)).toEqual((await others(1)).slice(0, 2))
    expect((await others(2))[2]).toContain('Courses at /courses')
  })

  // Only an activation said so.
  it('is named by a preview and by a canary where its release is broken', async () => {
    const shown = await makePreview(site.store, { catalog: '0.3.0' }, undefined, site.limits)
    const tried = await startCanary(site.store, { catalog: '0.3.0' }, { share: 5 }, site.limits)
    const brokenBlocks = [expect.stringContaining('block catalog/popular of page / shows its fallback')]
    expect([shown, tried]).toMatchObject([{ brokenBlocks }, { brokenBlocks }])
  })

  // A release that dropped or changed a block was refused because of a page that does not place it.
  it('changes no other page, though one names the routes near it', async () => {
    const blocks = [{ name: 'catalog/popular', props: { count: 6 } }]
    const articles = ['/blog/1', '/blog/2'].map((path) => ({ module: './blog-page', path, blocks }))
    const pages = [...(contentFixture().pages ?? []), ...articles]
    await site.publish(contentFixture({ version: '0.2.0', pages }))
    await site.publish(catalogFixture({ version: '0.6.0' }))
    await site.publish(catalog('0.7.0', "''", { blocks: [{ module: './popular', props, isStatic: true }] }))
    await site.activate({ content: '0.2.0' })
    for (const version of ['0.6.0', '0.7.0', '0.1.0'])
      expect(await activate(version)).toMatchObject({ outcome: 'activated' })
  })

  it('leaves the page with its fallback where no release has it', async () => {
    await retirePackage(site.store, 'catalog', {}, { ...site.limits, allowed: ['removal:shell', 'removal:catalog'] })
    expect(await home(2)).toContain('<p>Fallback</p>')
  })

  it.each([
    [
      '0.4.0',
      /shell@0\.1\.0 places catalog\/popular on \/ with the prop level that is required, .* as catalog@0\.4\.0 has it/,
    ],
    ['0.5.0', /\/ .*script/],
  ])('is refused where it breaks the contract or a rule of pages (%s)', async (version, message) => {
    await expect(activate(version)).rejects.toThrow(message)
  })
})
