import { catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { createTestSite, type TestSite } from '../testing/test-site'

let site: TestSite

beforeEach(async () => {
  process.env.SECRET_OF_THE_SITE = 'sk_live_do_not_show'
  site = await createTestSite()
  await site.goLive()
})

afterEach(async () => {
  delete process.env.SECRET_OF_THE_SITE
  await site.remove()
})

/** What a page that tries the expression while it renders is refused with. */
async function tryWhileRendering(expression: string): Promise<string> {
  const bundle = pageBundle(`{ throw new Error('found ' + (() => { ${expression} })()) }`)
  await site.publish(catalogFixture({ version: '0.2.0', content: { 'server/courses-page.cjs': bundle } }))
  return site.activate({ catalog: '0.2.0' }).then(
    () => 'activated',
    (error: Error) => error.message,
  )
}

describe('a page that renders reaches no secret', () => {
  // A page could read the environment of the process that rendered it and put a secret into live HTML.
  const fs = `process.binding('fs')`
  it.each([
    ['its own environment', `return JSON.stringify(process.env)`, 'found {}'],
    ['modules of Node', `return typeof process.getBuiltinModule`, 'found undefined'],
    ['the channel to the origin', `return typeof process.send + typeof process.disconnect`, 'found undefinedundefined'],
    ['files', `return ${fs}.readFileUtf8('/etc/hostname', 0)`, 'ERR_ACCESS_DENIED'],
    [
      'the environment of the origin',
      `return ${fs}.readFileUtf8('/proc/' + process.ppid + '/environ', 0)`,
      'ACCESS_DENIED',
    ],
    ['other programs', `return process.binding('spawn_sync').spawn({ file: '/bin/true', args: [] })`, 'DENIED'],
  ])('%s', async (_name, expression, message) => {
    const refusal = await tryWhileRendering(expression)
    expect(refusal).not.toContain('sk_live_do_not_show')
    expect(refusal).toMatch(/Rendering failed at page \/courses of catalog/)
    expect(refusal).toContain(message)
  })

  it('is another user than the origin where the system allows that', async () => {
    const isRoot = process.getuid?.() === 0
    expect(await tryWhileRendering('return process.getuid()')).toContain(
      `found ${isRoot ? 65_534 : process.getuid?.()}`,
    )
  })
})
