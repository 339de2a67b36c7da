import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { plantIn, plants } from '../plants.mjs'
import { invariants } from './checks/evidence'

const command = path.join(__dirname, '../run.mjs')

async function simulate(...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args], { maxBuffer: 2 ** 26 }).catch(
    (error: { stdout?: string; stderr?: string }) => ({ stdout: `${error.stdout}${error.stderr}` }),
  )
  return stdout.split('\n').filter((line) => /^(?:seed| {2}[a-z ]+: |[A-Z]\w*Error)/.test(line))
}

it('breaks no invariant in five histories, and repeats one of them to the last line in another process', async () => {
  const five = await simulate('--seed', '1', '--runs', '5')
  expect(five).toEqual(Array.from({ length: 5 }, (_, index) => expect.stringMatching(`^seed ${index + 1}: no breach`)))
  expect(await simulate('--seed', '4')).toEqual([five[3]])
}, 300_000)

it('finds a planted mistake', async () => {
  const [plant] = plants
  const { stdout } = await promisify(execFile)(process.execPath, [command, '--plants', plant?.name ?? ''])
  expect(stdout).toContain('1 of 1 planted mistakes were found')
}, 300_000)

describe('each planted mistake', () => {
  it.each(plants.map((plant) => [plant.name, plant] as const))(
    '%s: can be planted in the code as it is',
    (_name, plant) => {
      const code = readFileSync(path.join(__dirname, '../..', plant.file), 'utf8')
      expect(plantIn(code, plant)).not.toBe(code)
      expect(Object.keys(invariants)).toEqual(expect.arrayContaining([...plant.caughtBy]))
    },
  )
})
