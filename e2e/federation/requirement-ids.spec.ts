import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findUnknownIds } from '../../scripts/borders/requirement-ids.mjs'
import { expect, test } from '../support/test'

// Written in two parts, so that this file cites none of them.
const unknown = { requirement: `R${999}`, decision: `D-${99}`, goal: `P${99}` }

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'requirement-ids-'))
  mkdirSync(path.join(folder, 'docs'))
  writeFileSync(path.join(folder, 'docs/requirements.md'), '- **R57** A grid.\n- **D-19** Two prices; see R57.\n')
  writeFileSync(path.join(folder, 'docs/performance.md'), '| **P7** | documents a second | `throughput` |\n')
})
test.afterEach(() => rmSync(folder, { recursive: true }))

/** What is found in one file of a repository that knows R57, D-19 and P7. */
function findIn(file: string, text: string): string[] {
  writeFileSync(path.join(folder, file), text)
  return findUnknownIds([file, 'docs/requirements.md', 'docs/performance.md'], folder)
}

test('names the place of each requirement, decision and goal that has no text', () => {
  const { requirement, decision, goal } = unknown
  expect(findIn('cart.test.ts', `it('R57: shows')\nit('${requirement}, D-19: adds')\n// ${decision}–D-19\n`)).toEqual([
    `cart.test.ts:2: ${requirement} has no text in docs/requirements.md`,
    `cart.test.ts:3: ${decision} has no text in docs/requirements.md`,
  ])
  expect(findIn('bench.mjs', `/** P7, ${goal}'s */\n`)).toEqual([
    `bench.mjs:1: ${goal} has no text in docs/performance.md`,
  ])
})

for (const [what, text] of [
  ['a duration', `'${unknown.goal}.5D'`],
  ['part of a name', `MAX_${unknown.requirement} ${unknown.requirement}_MAX T${unknown.goal} x-${unknown.decision}`],
  ['part of a key', `"Ab+${unknown.requirement}" "${unknown.requirement}="`],
] as const) {
  test(`takes ${what} for no citation`, () => {
    expect(findIn('facts.ts', text)).toEqual([])
  })
}

test('passes over pictures, locks and texts for visitors', () => {
  for (const file of ['hero.mp4', 'package-lock.json', 'post.html', 'mark.svg']) {
    expect(findIn(file, unknown.requirement), file).toEqual([])
  }
})
