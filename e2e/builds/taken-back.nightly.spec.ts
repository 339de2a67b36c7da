import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { browserPackages, nodePackages } from '../../scripts/lib/packages.mjs'
import { endCommands, HEADING, OTHER_HEADING, READY, runCommand, SOURCE, startCommand } from '../commands/command'
import { copies, copyRepository, copyWhole } from '../support/copies.mjs'
import { environment, root } from '../support/site'
import { expect, test } from '../support/test'

function copyBuilt(folder: string): void {
  copyRepository(folder)
  for (const built of [...browserPackages, ...nodePackages].map((name) => `${name}/dist`).concat('.cache/builds')) {
    cpSync(path.join(root, built), path.join(folder, built), { recursive: true })
  }
}

function dropBuild(folder: string): void {
  rmSync(path.join(folder, 'catalog/dist'), { recursive: true })
}

async function writeHeading(folder: string, heading: string): Promise<void> {
  const text = await readFile(path.join(root, SOURCE), 'utf8')
  await writeFile(path.join(folder, SOURCE), text.replace(HEADING, heading))
}

async function start(folder: string): Promise<{ live: string; kept: string[] }> {
  const command = await startCommand(folder, 'npm start')
  await command.writes(READY)
  await command.stop()
  const status = execFileSync(
    process.execPath,
    [path.join(folder, 'platform/operator/dist/site.cjs'), 'status', '--json'],
    {
      cwd: folder,
      env: environment,
    },
  )
  return {
    live: JSON.parse(status.toString()).live.releases.catalog.version,
    kept: (await readdir(path.join(folder, '.site/releases/catalog'))).sort(),
  }
}

const place = path.join(copies, 'taken-back')
const original = path.join(place, 'site')
const copied = path.join(place, 'a copy/of it')
const MANIFEST = 'catalog/src/release.ts'

let before: string
let edited: string

test.setTimeout(900_000)

test.beforeAll(async () => {
  test.setTimeout(900_000)
  rmSync(place, { recursive: true, force: true })
  copyBuilt(original)
  before = (await start(original)).live
  await writeHeading(original, OTHER_HEADING)
  edited = (await start(original)).live
  expect(edited).not.toBe(before)
})

test.afterEach(async () => {
  for (const { line, output } of endCommands()) {
    await test.info().attach(line, { body: output, contentType: 'text/plain' })
  }
})

test.afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A failed build's `dist` was taken for the previous build. */
test('npm start is ready after an edit that could not be built is taken back', async () => {
  appendFileSync(path.join(original, MANIFEST), "\nthrow new Error('cannot be packed')\n")
  const { code, output } = await runCommand(original, 'npm start')
  expect(output).toContain('cannot be packed')
  expect(code).toBe(1)
  copyFileSync(path.join(root, MANIFEST), path.join(original, MANIFEST))
  expect((await start(original)).live).toBe(edited)
})

/** An undone edit had the old version with other bytes: "already published with other content". */
test('npm start is ready after an edit is taken back, with the release of before', async () => {
  await writeHeading(original, HEADING)
  expect(await start(original)).toEqual({ live: before, kept: [before, edited].sort() })
})

/** The same sources had other bytes in a copied folder. */
test('npm start is ready in a copied folder, with the releases it was copied with', async () => {
  copyWhole(original, copied)
  await writeHeading(copied, HEADING)
  dropBuild(copied)
  expect(await start(copied)).toEqual({ live: before, kept: [before, edited].sort() })
})
