import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { git } from './clone'
import { runCommand } from './command'
import { edit, type Row } from './row'

const SOURCE = 'catalog/src/courses/get-started.tsx'
const HEADING = 'Not sure which course you need?'

export const releasing: Record<string, Row> = {
  'npm run build [-- catalog]': async ({ clone }) => {
    await edit(clone, SOURCE, HEADING, 'Which course is yours?')
    const one = await runCommand(clone, 'npm run build -- catalog')
    expect(one.output).toMatch(/^building catalog@/m)
    expect(await readFile(path.join(clone, 'catalog/dist/server/courses-page.cjs'), 'utf8')).toContain(
      'Which course is yours?',
    )
    const rest = await runCommand(clone, 'npm run build')
    expect(rest.output, 'nothing else has changed').not.toMatch(/^building catalog@/m)
    await edit(clone, SOURCE, 'Which course is yours?', HEADING)
    const own = await runCommand(path.join(clone, 'catalog'), 'npm run build')
    expect(own.output, 'each package builds with webpack itself').toMatch(/catalog:client.*compiled successfully/)
    expect(own.code).toBe(0)
  },

  'npm run release -- catalog': async ({ clone }) => {
    const before = versionOf(await readFile(path.join(clone, 'catalog/package.json'), 'utf8'))
    const { code, output } = await runCommand(clone, 'npm run release -- catalog')
    expect(code, output).toBe(0)
    const version = versionOf(await readFile(path.join(clone, 'catalog/package.json'), 'utf8'))
    expect(version).not.toBe(before)
    expect(git(clone, 'tag', '--list', '@site/catalog@*')).toContain(`@site/catalog@${version}`)
    const manifest = path.join(clone, `.site/releases/catalog/${version}/release.json`)
    expect(versionOf(await readFile(manifest, 'utf8'))).toBe(version)
  },

  'npm run site -- status': async ({ clone }) => {
    const released = versionOf(await readFile(path.join(clone, 'catalog/package.json'), 'utf8'))
    const run = async (command: string) => {
      const { code, output } = await runCommand(clone, `npm run site -- ${command}`)
      expect(code, output).toBe(0)
      return output
    }
    await run(`activate catalog@${released}`)
    expect(await run('status')).toMatch(new RegExp(`^Live:.*\\n +catalog@${released} `, 'm'))
    expect(await run('rollback')).toMatch(/Composition \d+ is live again/)
    expect(await run('status')).not.toMatch(new RegExp(`^Live:.*\\n +catalog@${released} `, 'm'))
  },
}

function versionOf(json: string): string {
  return JSON.parse(json).version
}
