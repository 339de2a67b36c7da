import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createReleaseRepository } from './testing/release-repository.mjs'

jest.setTimeout(240_000)
let site

beforeEach(() => {
  site = createReleaseRepository()
})
afterEach(() => site.remove())

function useLerna() {
  site.remove()
  site = createReleaseRepository({ hasLerna: true })
}

const mustRelease = async (name) => expect(await site.release(name)).toMatchObject({ code: 0 })

async function expectRefusal(reason, env) {
  const { code, output } = await site.release('catalog', env)
  expect([code, output]).toEqual([1, expect.stringMatching(reason)])
}

describe('a release', () => {
  it('gives each of two packages its own version, with its own files in its own commit', async () => {
    useLerna()
    site.change('catalog', 'feat(catalog): sort by duration')
    site.change('content', 'fix(content): a typing error')
    await mustRelease('catalog')
    await mustRelease('content')
    site.change('catalog', 'fix(catalog): the order of equals')
    // Stays staged: this commit does not include it.
    writeFileSync(site.at('content/note.txt'), 'not yet\n')
    site.git('add', '--', 'content/note.txt')
    await mustRelease('catalog')

    expect([site.version('catalog'), site.version('content')]).toEqual(['1.1.1', '1.0.1'])
    expect(site.git('log', '--format=%s', '-5').split('\n')).toEqual([
      'chore(release): catalog@1.1.1',
      'fix(catalog): the order of equals',
      'chore(release): content@1.0.1',
      'chore(release): catalog@1.1.0',
      'fix(content): a typing error',
    ])
    const files = site.git('show', '--name-only', '--format=', 'HEAD').split('\n')
    expect(files).toEqual(['catalog/CHANGELOG.md', 'catalog/package.json', 'package-lock.json'])
    expect(site.git('tag', '--points-at', 'HEAD')).toBe('@site/catalog@1.1.1')
    expect(site.state().status).toBe('A  content/note.txt')
    for (const release of ['catalog@1.1.0', 'catalog@1.1.1', 'content@1.0.1']) {
      expect(site.published(release)).toBeDefined()
    }
  })

  it('says its digest, and how anybody checks it', async () => {
    site.change('catalog', 'feat(catalog): sort by duration')
    const { output } = await site.release('catalog')
    const json = readFileSync(site.at('catalog/dist/release.json'))
    const digest = `sha256:${createHash('sha256').update(json).digest('hex')}`
    expect(output.trim().split('\n').slice(-3)).toEqual([
      `catalog@1.1.0 ${digest}`,
      `To check it in another clone: npm run site -- verify catalog@1.1.0 --digest ${digest} --from .`,
      'To make it live: npm run site -- activate catalog@1.1.0',
    ])
  })

  it('that fails in its tests, its build or its publish leaves no commit, no tag and no changed file', async () => {
    site.change('catalog', 'feat(catalog): sort by duration')
    const before = site.state()
    for (const moment of ['DURING_TESTS', 'DURING_BUILD', 'DURING_PUBLISH']) {
      await expectRefusal(/ended with 1\n$/, { [moment]: 'exit 1' })
      expect([moment, site.state()]).toEqual([moment, before])
    }
    await mustRelease('catalog')
    expect(site.published('catalog@1.1.0')).toMatchObject({ source: 'feat(catalog): sort by duration\n' })
  })

  // A missing tag could not be deleted, and the commit stayed.
  it('that cannot be tagged leaves no commit', async () => {
    site.git('tag', '--annotate', '@site/shared@1.0.0', '--message', 'shared')
    site.change('catalog', 'feat(catalog): sort by duration')
    site.git('config', 'tag.gpgSign', 'true')
    site.git('config', 'gpg.program', '/nowhere/gpg')
    const before = site.state()
    await expectRefusal(/Command failed: git tag/)
    expect(site.state()).toEqual(before)
  })

  // Lerna once versioned every package, and the versions of the others stayed behind.
  it('that would version other packages too is refused, and theirs are as they were', async () => {
    useLerna()
    site.git('tag', '@site/shared@1.0.0')
    site.change('catalog', 'feat(catalog): sort by duration')
    const before = site.state()
    await expectRefusal(/No annotated tag of a release leads to this commit/)
    expect(site.state()).toEqual(before)
  })

  it('of a tree that is not clean is refused, and the tree is not touched', async () => {
    site.change('catalog', 'feat(catalog): sort by duration')
    writeFileSync(site.at('catalog/source.txt'), 'half done\n')
    writeFileSync(site.at('shared/new.txt'), 'half done\n')
    // The release's types depend on this file, which was not checked.
    writeFileSync(site.at('tsconfig.base.json'), '{ "compilerOptions": {} }\n')
    const before = site.state()
    await expectRefusal(/Commit first.*\ncatalog\/source\.txt\ntsconfig\.base\.json\nshared\/new\.txt\n$/)
    expect(site.state()).toEqual(before)
  })

  it.each([
    ['DURING_TESTS', /Commit first/],
    ['DURING_BUILD', /Changed while it was built/],
  ])('of what somebody has changed meanwhile (%s) is refused, and the change stays', async (moment, reason) => {
    site.change('catalog', 'feat(catalog): sort by duration')
    const { head, tags } = site.state()
    await expectRefusal(reason, { [moment]: 'echo next >> shared/source.txt' })
    expect(site.state()).toMatchObject({ head, tags, status: 'M shared/source.txt' })
  })

  // A commit made during the build was undone together with the release's own.
  it.each(['DURING_BUILD', 'DURING_PUBLISH'])('that fails keeps the commits of others (%s)', async (moment) => {
    site.change('catalog', 'feat(catalog): sort by duration')
    const commit = 'git commit --quiet --allow-empty --message "docs: later"'
    const { code } = await site.release('catalog', { [moment]: `${commit}; exit 1` })
    expect(code).toBe(1)
    expect(site.git('log', '-1', '--format=%s')).toBe('docs: later')
    expect(site.state()).toMatchObject({ status: '', tags: [] })
  })

  it('is refused while another is under way in the same checkout', async () => {
    site.change('catalog', 'feat(catalog): sort by duration')
    site.change('content', 'fix(content): a typing error')
    const second = 'DURING_TESTS= node scripts/release.mjs content; echo "it ended with $?"'
    const { code, output } = await site.release('catalog', { DURING_TESTS: second })
    expect(code).toBe(0)
    expect(output).toMatch(/^Another release is under way in this checkout \(process \d+\)\nit ended with 1$/m)
    expect(site.state().tags).toContain('@site/catalog@1.1.0')
    expect(site.version('content')).toBe('1.0.0')
  })
})
