import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createReleaseRepository } from './testing/release-repository.mjs'

jest.setTimeout(240_000)
let site

beforeEach(() => {
  site = createReleaseRepository()
  site.change('catalog', 'feat(catalog): sort by duration')
})
afterEach(() => site.remove())

const mustRelease = async (name = 'catalog') => expect(await site.release(name)).toMatchObject({ code: 0 })

async function expectRefusal(reason, env) {
  const { code, output } = await site.release('catalog', env)
  expect([code, output]).toEqual([1, expect.stringMatching(reason)])
}

async function expectNoChange(reason, env) {
  const before = site.state()
  await expectRefusal(reason, env)
  expect(site.state()).toEqual(before)
}

describe('a release', () => {
  it('gives each of two packages its own version, with its own files in its own commit', async () => {
    site.change('content', 'fix(content): a typing error')
    const { output } = await site.release('catalog')
    const json = readFileSync(site.at('catalog/dist/release.json'))
    const digest = `sha256:${createHash('sha256').update(json).digest('hex')}`
    expect(output.trim().split('\n').slice(-3)).toEqual([
      `catalog@1.1.0 ${digest}`,
      `To check it in another clone: npm run site -- verify catalog@1.1.0 --digest ${digest} --from .`,
      'To make it live: npm run site -- activate catalog@1.1.0',
    ])
    await mustRelease('content')
    site.change('catalog', 'fix(catalog): the order of equals')
    // Stays staged: this commit does not include it.
    writeFileSync(site.at('content/note.txt'), 'not yet\n')
    site.git('add', '--', 'content/note.txt')
    await mustRelease()

    expect([site.version('catalog'), site.version('content')]).toEqual(['1.1.1', '1.0.1'])
    expect(site.git('log', '--format=%s', '-4').split('\n')).toEqual([
      'chore(release): catalog@1.1.1',
      'fix(catalog): the order of equals',
      'chore(release): content@1.0.1',
      'chore(release): catalog@1.1.0',
    ])
    const files = site.git('show', '--name-only', '--format=', 'HEAD').split('\n')
    expect(files).toEqual(['catalog/CHANGELOG.md', 'catalog/package.json', 'package-lock.json'])
    expect(site.git('tag', '--points-at', 'HEAD')).toBe('@site/catalog@1.1.1')
    expect(site.state().status).toBe('A  content/note.txt')
    for (const release of ['catalog@1.1.0', 'catalog@1.1.1', 'content@1.0.1'])
      expect(site.published(release)).toBeDefined()
  })

  // Lerna gave the dependents versions too, and the release was refused.
  it('of a library gives no version to the packages that depend on it', async () => {
    site.change('kit', 'fix(kit): a typing error')
    expect(await site.release('kit', { RELEASE_REGISTRY: 'https://npm.example' })).toMatchObject({ code: 0 })
    expect(['kit', 'shared', 'catalog'].map(site.version)).toEqual(['1.0.1', '1.0.0', '1.0.0'])
    expect(site.git('tag', '--points-at', 'HEAD')).toBe('@site/kit@1.0.1')
  })

  it('that fails in its tests or its build changes nothing; one that is not published is, by the same command', async () => {
    for (const moment of ['DURING_TESTS', 'DURING_BUILD'])
      await expectNoChange(/ended with 1\n$/, { [moment]: 'exit 1' })
    await expectRefusal(/ended with 1\n$/, { DURING_PUBLISH: 'exit 1' })
    const before = site.state()
    expect(before).toMatchObject({ tags: '@site/catalog@1.1.0', status: '' })
    for (const _again of [1, 2]) await mustRelease()
    expect(site.state()).toEqual(before)
    expect(site.published('catalog@1.1.0')).toMatchObject({ source: 'feat(catalog): sort by duration' })
  })

  it('of a tree that is not clean is refused, and the tree is not touched', async () => {
    writeFileSync(site.at('catalog/source.txt'), 'half done\n')
    writeFileSync(site.at('shared/new.txt'), 'half done\n')
    // The release's types depend on this file, which was not checked.
    writeFileSync(site.at('kit/tsconfig.base.json'), '{ "compilerOptions": {} }\n')
    await expectNoChange(/Commit first.*\ncatalog\/source\.txt\nkit\/tsconfig\.base\.json\nshared\/new\.txt\n$/)
  })

  it.each([
    ['DURING_TESTS', /Commit first/],
    ['DURING_BUILD', /Changed while it was built/],
  ])('of what somebody has changed meanwhile (%s) is refused, and the change stays', async (moment, reason) => {
    const { head, tags } = site.state()
    await expectRefusal(reason, { [moment]: 'echo next >> shared/source.txt' })
    expect(site.state()).toMatchObject({ head, tags, status: 'M shared/source.txt' })
  })

  it('keeps a commit that somebody makes meanwhile', async () => {
    await expectRefusal(/Somebody has committed/, { DURING_BUILD: 'git commit --quiet --allow-empty --message later' })
    expect(site.git('log', '-1', '--format=%s')).toBe('later')
    expect(site.state()).toMatchObject({ status: '', tags: '' })
  })

  // Lerna once versioned every package, and the versions of the others stayed behind.
  it('that would version other packages too is refused, and theirs are as they were', async () => {
    site.git('tag', '@site/shared@1.0.0')
    await expectNoChange(/No annotated tag of a release leads to this commit/)
  })

  it('that is broken off while it is built restores the files, or says how to go on', async () => {
    const interrupt = async (signal) => {
      writeFileSync(site.at('.cache/building'), '')
      const wait = 'touch .cache/begun; while [ -f .cache/building ]; do sleep 0.05; done; exit 1'
      const { child, ended } = site.start('catalog', { DURING_BUILD: wait })
      while (!existsSync(site.at('.cache/begun'))) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(site.state().status).not.toBe('')
      const left = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      const code = await left
      for (const file of ['building', 'begun']) rmSync(site.at('.cache', file))
      await ended
      return code
    }
    const before = site.state()
    expect(await interrupt('SIGTERM')).toBe(143)
    expect(site.state()).toEqual(before)
    await interrupt('SIGKILL')
    const { output } = await site.release('catalog')
    const [, aside] = /Put it aside: git (.+)/.exec(output) ?? []
    site.git(...aside.split(' '))
    await mustRelease()
    expect(site.version('catalog')).toBe('1.1.0')
  })
})

describe('a version', () => {
  it('is not given again when its commit was left behind, and the tag stays, in a clone without tags too', async () => {
    execFileSync('git', ['init', '--quiet', '--bare', site.at('.cache/remote')])
    site.git('remote', 'add', 'origin', site.at('.cache/remote'))
    await mustRelease()
    site.git('push', '--quiet', '--tags', 'origin', 'main')
    const tagged = site.git('rev-parse', '@site/catalog@1.1.0')
    site.git('reset', '--quiet', '--hard', 'HEAD~1')
    site.change('catalog', 'feat(catalog): something else')
    await expectNoChange(/catalog@1\.1\.0 was given to another commit.*git merge @site\/catalog@1\.1\.0/)
    site.git('tag', '--delete', ...site.git('tag').split('\n'))
    await expectRefusal(/catalog@1\.1\.0 was given to another commit/)
    expect(site.git('rev-parse', '@site/catalog@1.1.0')).toBe(tagged)
  })

  // Two teams released at once: one branch was rejected, its tag was not, and the next version was lower than a published one.
  it('is given once and on the main branch, however many clones release at once', async () => {
    const hub = mkdtempSync(path.join(tmpdir(), 'hub-'))
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', hub])
    const clones = [createReleaseRepository(hub), createReleaseRepository(hub)]
    const releaseTwice = async (clone, name) => {
      for (const round of [1, 2]) {
        clone.change(name, `fix(${name}): round ${round}`)
        expect(await clone.release(name)).toMatchObject({ code: 0 })
      }
    }
    await Promise.all([releaseTwice(clones[0], 'catalog'), releaseTwice(clones[1], 'content')])

    const git = (...args) => execFileSync('git', args, { cwd: hub, encoding: 'utf8' }).trim().split('\n')
    const tags = ['catalog', 'content'].flatMap((name) => [1, 2].map((patch) => `@site/${name}@1.0.${patch}`))
    expect(git('tag', '--merged', 'main')).toEqual(tags)
    expect(git('tag')).toEqual(tags)
    for (const clone of clones) clone.remove()
    rmSync(hub, { recursive: true })
  })

  it('is published without a push where the remote takes none, and says how to push it', async () => {
    site.git('remote', 'add', 'origin', site.at('nowhere'))
    site.git('config', 'branch.main.remote', 'origin')
    site.git('config', 'branch.main.merge', 'refs/heads/main')
    site.git('tag', '--annotate', '--message', 'first', '@site/catalog@1.0.0')
    site.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    const { code, output } = await site.release('catalog')
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('Push it: git push --atomic origin HEAD:refs/heads/main'),
    ])
    expect(site.published('catalog@1.0.1')).toBeDefined()
  })

  it('is not guessed where neither this clone nor a remote knows any', async () => {
    site.git('remote', 'add', 'origin', site.at('nowhere'))
    await expectNoChange(/could be given twice: git fetch --tags/)
  })
})
