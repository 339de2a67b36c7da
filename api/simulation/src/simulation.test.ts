import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { plants } from '../plants/plants.mjs'
import { invariants } from './ledger/breach'

const command = path.join(__dirname, '../run.mjs')
/** As `bundle.mjs` finds it. */
const fileOf = ({ file }: { file: string }) => {
  const [, name, rest = ''] = /^(papers|providers)\/(.+)$/.exec(file) ?? []
  return name ? path.join(__dirname, '../..', name, 'src', rest) : path.join(__dirname, '../../src', file)
}

/** What `npm run simulate` says, whether or not a history breaks an invariant. */
async function simulate(...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, [command, ...args], { maxBuffer: 2 ** 26 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return stdout + stderr
  }
}

const linesAbout = (said: string) => said.split('\n').filter((line) => line.startsWith('seed '))

it('ten histories break no invariant, and one of them run again in another process is the same to the last line', async () => {
  const ten = linesAbout(await simulate('--seed', '1', '--histories', '10'))
  expect(ten).toEqual(Array.from({ length: 10 }, (_, index) => expect.stringMatching(`^seed ${index + 1}: no breach`)))
  expect(linesAbout(await simulate('--seed', '4'))).toEqual([ten[3]])
}, 300_000)

// Decision 34: what is counted by days and paid out by weeks needs more of them than a history has.
it('over a quarter every statement is the book of its day, and the accounts add up to what was paid out', async () => {
  expect(linesAbout(await simulate('--quarter', '--seed', '1'))).toEqual([expect.stringMatching('^seed 1: no breach')])
}, 300_000)

describe('a planted mistake', () => {
  it.each(plants.map((plant) => [plant.name, plant] as const))('%s is of the code as it is', (_name, plant) => {
    const file = fileOf(plant)
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8').split(plant.find)).toHaveLength(2)
    expect(Object.keys(invariants)).toEqual(expect.arrayContaining([...plant.caughtBy]))
  })
})
