import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { rollBack } from '../composition/rollback'
import { catalogFixture, pageBundle } from '../testing/fixture-release'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'
import { createTestSite, type TestSite } from '../testing/test-site'

let site: TestSite
let origin: TestOrigin

beforeEach(async () => {
  site = await createTestSite()
  origin = await startTestOrigin(site)
})

afterEach(async () => {
  await origin.close()
  await site.remove()
})

const liveNumber = () => origin.origin.site.current()?.composition.number

async function release(version: string): Promise<void> {
  const content = { 'server/courses-page.cjs': pageBundle(`'<h1>Catalog ${version}</h1>'`) }
  await site.publish(catalogFixture({ version, content }))
  await site.activate({ catalog: version })
}

describe('the running origin', () => {
  it('says that the site is starting until something is live', async () => {
    const { status, headers } = await origin.send('/')
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('5')
    expect((await origin.send('/readyz')).status).toBe(503)
    expect((await origin.send('/servez')).status).toBe(503)
    expect((await origin.send('/composition.json')).status).toBe(503)

    await site.goLive()
    await until(async () => (await origin.send('/')).status === 200)
    expect((await origin.send('/readyz')).status).toBe(200)
  })

  it('follows a release and a rollback without a restart', async () => {
    await site.goLive()
    await release('0.2.0')
    await until(async () => (await origin.send('/courses')).text.includes('Catalog 0.2.0'))
    await rollBack(site.folders)
    await until(async () => (await origin.send('/courses')).text.includes('Courses at /courses'))
    expect(JSON.parse((await origin.send('/composition.json')).text)).toMatchObject({
      number: 1,
      releases: { catalog: '0.1.0', shell: '0.1.0' },
    })
  })

  it('drops no request and mixes no two compositions while it changes', async () => {
    await site.goLive()
    await release('0.2.0')
    await until(() => liveNumber() === 2)
    let isDone = false
    const seen = new Set<string>()
    const visitor = async () => {
      while (!isDone) {
        const { status, text } = await origin.send('/courses')
        const composition = text.match(/"composition":(\d)/)?.[1]
        const version = text.match(/"version":"([\d.]+)"/)?.[1]
        seen.add(`${status} ${composition} ${version}`)
      }
    }
    const visitors = [visitor(), visitor(), visitor()]
    for (const number of [1, 2, 1, 2]) {
      await rollBack(site.folders, number)
      await until(() => liveNumber() === number)
    }
    isDone = true
    await Promise.all(visitors)
    expect([...seen].sort()).toEqual(['200 1 0.1.0', '200 2 0.2.0'])
  })

  it('goes on with the composition it has when the next is damaged', async () => {
    await site.goLive()
    await until(() => liveNumber() === 1)
    await release('0.2.0')
    await until(() => liveNumber() === 2)
    await writeFile(path.join(site.folders.composition(1), 'pages/index.html'), 'damaged')
    await rollBack(site.folders)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(liveNumber()).toBe(2)
    expect((await origin.send('/')).status).toBe(200)
  })
})
