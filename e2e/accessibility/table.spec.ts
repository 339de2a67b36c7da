import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../support/site'
import { expect, test } from '../support/test'
import { checks } from './checks'

/** 31 of level A and 24 of AA. */
const CRITERIA = 55

const criteria = readFileSync(path.join(root, 'docs/reference/accessibility.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d\.\d/.test(line))
  .map((line) => line.split(/ *\| */).slice(1, -1))

test('each of the 55 criteria of WCAG 2.2, A and AA, has its evidence', () => {
  expect(new Set(criteria.map(([cell = '']) => cell.split(' ')[0])).size).toBe(CRITERIA)
  for (const row of criteria) {
    expect(row).toHaveLength(3)
    expect(row.filter((cell) => cell === '')).toEqual([])
  }
})

test('the checks that are named exist, and every check is named', () => {
  const named = criteria.flat().flatMap((cell) => cell.match(/(?<=`)[a-z]\w*(?=`)/gi) ?? [])
  expect(new Set(named)).toEqual(new Set(Object.keys(checks)))
})
