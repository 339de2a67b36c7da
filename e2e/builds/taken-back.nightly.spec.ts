import { appendFileSync, copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { endCommands, runCommand } from '../commands/command'
import { HEADING, OTHER_HEADING } from '../commands/row'
import { root } from '../support/site'
import { expect, test } from '../support/test'
import { copies, copyWhole } from './copy-repository'
import { copyBuilt, dropBuild, start, writeHeading } from './started-folder'

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

/** What a build that failed had left in `dist` was taken for the build before it. */
test('npm start is ready after an edit that could not be built is taken back', async () => {
  appendFileSync(path.join(original, MANIFEST), "\nthrow new Error('cannot be packed')\n")
  const { code, output } = await runCommand(original, 'npm start')
  expect(output).toContain('cannot be packed')
  expect(code).toBe(1)
  copyFileSync(path.join(root, MANIFEST), path.join(original, MANIFEST))
  expect((await start(original)).live).toBe(edited)
})

/** A build gone back to had the version it had at first but not the bytes: "already published with other content". */
test('npm start is ready after an edit is taken back, with the release of before', async () => {
  await writeHeading(original, HEADING)
  expect(await start(original)).toEqual({ live: before, kept: [before, edited].sort() })
})

/** The same sources had other bytes in a copied folder, which were refused as other content of a published version. */
test('npm start is ready in a copied folder, with the releases it was copied with', async () => {
  copyWhole(original, copied)
  await writeHeading(copied, HEADING)
  dropBuild(copied)
  expect(await start(copied)).toEqual({ live: before, kept: [before, edited].sort() })
})
