import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { catalogFixture, type Fixture } from '@platform/release/testing/fixture-release'
import { apiCalls } from '@site/shared/contracts/calls'
import { announceApiCalls } from '../store/file/file-copy'
import { setUpSite } from '../testing/test-site'
import { checkActivation, findCallProblems } from './check-activation'
import { readStatus } from './read-status'

const site = setUpSite()

const withoutRoute: Fixture = {
  pages: [...(catalogFixture().pages ?? []), { module: './courses-page', path: '/about/offers' }],
}
const sends = (schema: object): Fixture => ({
  calls: { 'POST /api/auth/login': { sends: schema, reads: {}, readsRefusal: {} } },
})
const withCode = sends({
  type: 'object',
  properties: { code: { type: 'string' } },
  required: ['code'],
  additionalProperties: false,
})

const publish = (fixture: Fixture) => site.publish(catalogFixture({ version: '0.2.0', ...fixture }))
const check = () => checkActivation(site.copy, { catalog: '0.2.0' }, site.limits)
const evaluation = async () => (await readStatus(site.store)).waiting[0]?.evaluation

// refuse-releases.test.ts tests the findings of checkActivation.
it('checkActivation does all that an activation would, and changes nothing', async () => {
  await publish({})
  const before = await readdir(site.copy.root, { recursive: true })
  expect(await check()).toEqual({ releases: { catalog: '0.2.0', shell: '0.1.0' }, documents: 5, problems: [] })
  expect(await readdir(site.copy.root, { recursive: true })).toEqual(before)
})

describe('the status', () => {
  it('says of each waiting release whether it fits', async () => {
    await publish({})
    expect(await evaluation()).toEqual({ outcome: 'fits' })
    await rm(site.copy.package('catalog'), { recursive: true })
    await site.publish(catalogFixture())
    await publish(withoutRoute)
    expect(await evaluation()).toEqual({
      outcome: 'does not fit',
      problems: [expect.stringContaining('/about/offers')],
    })
  })

  it.each(['catalog/0.2.0', 'shell/0.1.0'])('answers although %s cannot be read', async (folder) => {
    await publish({})
    await writeFile(path.join(site.copy.releases, folder, 'release.json'), '{')
    expect(await evaluation()).toEqual({ outcome: 'unknown', reason: expect.stringContaining('is not JSON') })
  })
})

describe('the calls of the API', () => {
  it('are those of the origin that runs, else those of this program', async () => {
    await announceApiCalls(site.copy)
    const announced = JSON.parse(await readFile(site.copy.apiCalls, 'utf8'))
    const readAs = async (text: string) => {
      await writeFile(site.copy.apiCalls, text)
      return site.copy.readApiCalls()
    }
    expect(await readAs(JSON.stringify({ ...announced, calls: {} }))).toEqual({})
    expect(await readAs(JSON.stringify({ ...announced, calls: {}, pid: 2 ** 30 }))).toEqual(apiCalls)
    expect(await readAs('{"calls":')).toEqual(apiCalls)
  })

  it('of the live and the former composition are compared when an origin starts', async () => {
    expect(await findCallProblems(site.copy)).toEqual([])
    // Activated while the API accepted the field.
    const accepts = { type: 'object', properties: { code: { type: 'string' } } }
    const calls = { 'POST /api/auth/login': { accepts, answers: {}, refuses: {} } }
    await writeFile(site.copy.apiCalls, JSON.stringify({ pid: process.pid, host: hostname(), calls }))
    await publish(withCode)
    await site.activate({ catalog: '0.2.0' })
    const problem = expect.stringMatching(/^catalog@0\.2\.0 sends POST \/api\/auth\/login with the field "code"/)
    expect(await findCallProblems(site.copy)).toContainEqual(problem)
    expect((await checkActivation(site.copy, {}, site.limits)).problems).toContainEqual(problem)
  })
})
