import { readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../support/site'
import { expect, test } from '../support/test'
import { checks } from './checks'

/** 31 of level A and 24 of AA. */
const CRITERIA = 55

const criteria = readFileSync(path.join(root, 'docs/reference/accessibility.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d\.\d/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()))
const numberOf = ([cell = '']: readonly string[]) => cell.split(' ')[0] ?? ''
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

test('each of the 55 criteria of WCAG 2.2, A and AA, has its evidence', () => {
  expect(new Set(criteria.map(numberOf)).size).toBe(CRITERIA)
  for (const row of criteria) {
    expect(row).toHaveLength(3)
    expect(row.filter((cell) => cell === '')).toEqual([])
  }
})

test('the checks and files that are named exist, and every check is named', async () => {
  const names = quoted(criteria.flat().join(' '))
  const files = names.filter((name) => name.includes('/') && !name.startsWith('/'))
  for (const file of files) await access(path.join(root, file))
  const isCheck = (name: string) => /^[a-z]\w*$/i.test(name)
  expect(new Set(names.filter(isCheck))).toEqual(new Set(Object.keys(checks)))
})
