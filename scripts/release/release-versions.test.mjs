import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createReleaseRepository } from './testing/release-repository.mjs'

jest.setTimeout(240_000)
let site

beforeEach(() => {
  site = createReleaseRepository()
  site.change('catalog', 'feat(catalog): sort by duration')
})
afterEach(() => site.remove())

const mustRelease = async () => expect(await site.release('catalog')).toMatchObject({ code: 0 })

async function expectRefusal(reason) {
  const before = site.state()
  const { code, output } = await site.release('catalog')
  expect([code, output]).toEqual([1, expect.stringMatching(reason)])
  expect(site.state()).toEqual(before)
}

function push() {
  const remote = site.at('.cache/remote')
  if (!existsSync(remote)) {
    execFileSync('git', ['init', '--quiet', '--bare', remote])
    site.git('remote', 'add', 'origin', remote)
  }
  site.git('push', '--quiet', '--tags', 'origin', 'main')
}

describe('a version', () => {
  // A failed release deleted the tag of the release that had the version.
  it('is not given again when its commit was left behind, and the tag stays', async () => {
    await mustRelease()
    const tagged = site.git('rev-parse', '@site/catalog@1.1.0')
    site.git('reset', '--quiet', '--hard', 'HEAD~1')
    site.change('catalog', 'feat(catalog): something else')
    await expectRefusal(/catalog@1\.1\.0 was given to another commit.*git merge @site\/catalog@1\.1\.0/)
    expect(site.git('rev-parse', '@site/catalog@1.1.0')).toBe(tagged)
  })

  it('is not given again in a clone without tags', async () => {
    await mustRelease()
    push()
    site.git('tag', '--delete', ...site.state().tags)
    site.change('catalog', 'fix(catalog): the order of equals')
    await expectRefusal(/This clone has no tags.*git fetch --tags/)
    site.git('fetch', '--quiet', '--tags')
    await mustRelease()
    expect(site.version('catalog')).toBe('1.1.1')
  })

  it('is not given again in a clone that has not heard of it', async () => {
    await mustRelease()
    push()
    site.git('reset', '--quiet', '--hard', 'HEAD~1')
    site.git('tag', '--delete', '@site/catalog@1.1.0')
    site.change('catalog', 'feat(catalog): something else')
    await expectRefusal(/catalog@1\.1\.0 was given to another commit/)
  })

  it('is not guessed where nobody can say which were given', async () => {
    site.git('remote', 'add', 'origin', site.at('nowhere'))
    await expectRefusal(/could be given twice. origin could not be asked/)
  })
})

describe('a release that was broken off', () => {
  it('between tag and publish is published by the same command, under the same version', async () => {
    await site.release('catalog', { DURING_PUBLISH: 'kill -9 $RELEASE_PID; exit 1' })
    const before = site.state()
    expect(before.tags).toContain('@site/catalog@1.1.0')
    expect(site.published('catalog@1.1.0')).toBeUndefined()
    await mustRelease()
    expect(site.published('catalog@1.1.0')).toMatchObject({ version: '1.1.0' })
    expect(site.state()).toEqual(before)
    await mustRelease()
    expect(site.state()).toEqual(before)
  })

  it('between commit and tag is tagged and published by the same command', async () => {
    await site.release('catalog', { DURING_PUBLISH: 'kill -9 $RELEASE_PID; exit 1' })
    const before = site.state()
    site.git('tag', '--delete', '@site/catalog@1.1.0')
    await mustRelease()
    expect(site.state()).toEqual(before)
    expect(site.published('catalog@1.1.0')).toBeDefined()
  })

  async function breakOff(signal) {
    mkdirSync(site.at('.cache'), { recursive: true })
    writeFileSync(site.at('.cache/building'), '')
    const wait = 'touch .cache/begun; while [ -f .cache/building ]; do sleep 0.05; done; exit 1'
    const { child, ended } = site.start('catalog', { DURING_BUILD: wait })
    while (!existsSync(site.at('.cache/begun'))) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(site.state().status).not.toBe('')
    const left = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    const code = await left
    rmSync(site.at('.cache/building'))
    await ended
    return code
  }

  it('by a signal leaves everything as it was', async () => {
    const before = site.state()
    expect(await breakOff('SIGTERM')).toBe(143)
    expect(site.state()).toEqual(before)
  })

  it('by force while it was built says how to go on, and holds nobody up', async () => {
    await breakOff('SIGKILL')
    const { output } = await site.release('catalog')
    const [, aside] = /Put it aside: git (.+)/.exec(output) ?? []
    site.git(...aside.split(' '))
    expect(site.state().status).toBe('')
    await mustRelease()
    expect(site.version('catalog')).toBe('1.1.0')
  })
})
