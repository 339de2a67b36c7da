import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { edit, HEADING, mustRefuse, mustRun, OTHER_HEADING, type Row, SOURCE } from './row'

export const operating: Record<string, Row> = {
  'npm run site -- status': async ({ clone, does }) => {
    const env = { SITE_DIR: path.join(path.dirname(clone), 'operated') }
    const site = (command: string) => mustRun(clone, `npm run site -- ${command}`, env)
    const liveCatalog = async () => /^Live:[\s\S]*?^ +catalog@(\S+) /m.exec(await site('status'))?.[1]

    await rm(path.join(clone, 'platform/operator/dist'), { recursive: true, force: true })
    expect(await site('status'), 'before anything has been built').toContain('Nothing is live yet')
    await mustRefuse(clone, 'npm run site -- stat', /site status/, env)
    const named = does.match(/`[a-z]+/g)?.map((word) => word.slice(1))
    const listed = [...(await site('help')).matchAll(/^site ([a-z]+)/gm)].map(([, word]) => word)
    expect([...new Set(named)].sort(), 'the README names each command').toEqual([...new Set(listed)].sort())

    await mustRun(clone, 'npm run build')
    await site('settings --public-url http://localhost:3000 --sandbox')
    await site('deploy shell catalog content checkout')
    const before = await liveCatalog()
    expect(before).toBeDefined()

    await edit(clone, SOURCE, HEADING, OTHER_HEADING)
    await mustRun(clone, 'npm run build -- catalog')
    await edit(clone, SOURCE, OTHER_HEADING, HEADING)
    await site('deploy catalog')
    const after = await liveCatalog()
    expect(after).not.toBe(before)
    await mustRefuse(clone, 'npm run site -- activate catalog@99.0.0', /catalog@99\.0\.0/, env)
    expect(await liveCatalog(), 'what is refused changes nothing').toBe(after)
    expect(await site('rollback')).toMatch(/Composition \d+ is live again/)
    expect(await liveCatalog()).toBe(before)
  },
}
