import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { git } from './clone'
import { edit, HEADING, mustRefuse, mustRun, OTHER_HEADING, type Row, SOURCE } from './row'

const FAILING_TEST = 'catalog/src/failing.test.ts'

export const releasing: Record<string, Row> = {
  'npm run build [-- catalog]': async ({ clone }) => {
    await mustRefuse(clone, 'npm run build -- catalogue', 'There is no package catalogue')
    await edit(clone, SOURCE, '  return (', '  return ((')
    await mustRefuse(clone, 'npm run build -- catalog', "Expected ','")
    await edit(clone, SOURCE, '  return ((', '  return (')

    await edit(clone, SOURCE, HEADING, OTHER_HEADING)
    expect(await mustRun(clone, 'npm run build -- catalog')).toMatch(/^building catalog@/m)
    expect(await readFile(path.join(clone, 'catalog/dist/server/courses-page.cjs'), 'utf8')).toContain(OTHER_HEADING)
    expect(await mustRun(clone, 'npm run build'), 'nothing at all has changed').not.toMatch(/^building /m)
    await edit(clone, SOURCE, OTHER_HEADING, HEADING)
    const own = await mustRun(path.join(clone, 'catalog'), 'npm run build')
    expect(own, 'each package builds with webpack itself').toMatch(/catalog:client.*compiled successfully/)
  },

  'npm run release -- catalog': async ({ clone }) => {
    const before = await versionIn(clone, 'catalog/package.json')
    await mustRefuse(clone, 'npm run release -- catalogue', 'Name one package: shell, catalog')
    await edit(clone, SOURCE, HEADING, OTHER_HEADING)
    await mustRefuse(clone, 'npm run release -- catalog', new RegExp(`Commit first.*\n.*${SOURCE}`))
    commit(clone, 'feat(catalog): another heading')

    await writeFile(path.join(clone, FAILING_TEST), "it('fails', () => {\n  expect(1).toBe(2)\n})\n")
    commit(clone, 'test(catalog): a test that fails')
    const state = stateOf(clone)
    await mustRefuse(clone, 'npm run release -- catalog', 'npx jest --selectProjects catalog ended with 1')
    expect(stateOf(clone), 'the checkout is as it was').toEqual(state)
    await rm(path.join(clone, FAILING_TEST))
    commit(clone, 'test(catalog): without it')

    await mustRun(clone, 'npm run release -- catalog')
    const version = await versionIn(clone, 'catalog/package.json')
    expect(version, 'a feature is a minor version').toBe(nextMinor(before))
    expect(git(clone, 'tag', '--points-at', 'HEAD').trim()).toBe(`@site/catalog@${version}`)
    expect(git(clone, 'show', '--name-only', '--format=%s', 'HEAD').trim().split('\n')).toEqual([
      `chore(release): catalog@${version}`,
      '',
      'catalog/CHANGELOG.md',
      'catalog/package.json',
      'package-lock.json',
    ])
    expect(git(clone, 'status', '--porcelain')).toBe('')
    expect(await versionIn(clone, `.site/releases/catalog/${version}/release.json`)).toBe(version)

    await edit(clone, SOURCE, OTHER_HEADING, HEADING)
    commit(clone, 'fix(catalog): the heading of before')
  },
}

function commit(clone: string, message: string): void {
  git(clone, 'add', '--all')
  git(clone, 'commit', '--quiet', '--message', message)
}

function stateOf(clone: string): string[] {
  return [git(clone, 'rev-parse', 'HEAD'), git(clone, 'status', '--porcelain'), git(clone, 'tag')]
}

async function versionIn(clone: string, file: string): Promise<string> {
  return JSON.parse(await readFile(path.join(clone, file), 'utf8')).version
}

function nextMinor(version: string): string {
  const [major, minor] = version.split('.').map(Number)
  return `${major}.${Number(minor) + 1}.0`
}
