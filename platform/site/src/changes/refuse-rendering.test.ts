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

async function tryWhileRendering(expression: string): Promise<string> {
  const bundle = pageBundle(`{ throw new Error('found ' + (() => { ${expression} })()) }`)
  await site.publish(catalogFixture({ version: '0.2.0', content: { 'server/courses-page.cjs': bundle } }))
  return site.activate({ catalog: '0.2.0' }).then(
    () => 'activated',
    (error: Error) => error.message,
  )
}

describe('a page that renders reaches no secret', () => {
  // A page could read environment variables and put a secret into live HTML.
  it.each([
    ['its own environment', `return JSON.stringify(process.env)`, 'process is not defined'],
    ['modules of Node', `return typeof process.getBuiltinModule`, 'process is not defined'],
    [
      'the scope around it',
      `return (() => {}).constructor('return typeof process + typeof require')()`,
      'undefinedundefined',
    ],
    ['files', `return require('node:fs').readFileSync('/etc/hostname')`, 'catalog asks for "node:fs"'],
    ['the network', `return typeof fetch + typeof WebSocket`, 'undefinedundefined'],
    ['other programs', `return require('node:child_process').execSync('id')`, 'catalog asks for "node:child_process"'],
  ])('%s', async (_name, expression, message) => {
    const refusal = await tryWhileRendering(expression)
    expect(refusal).not.toContain('sk_live_do_not_show')
    expect(refusal).toMatch(/Rendering failed at page \/courses of catalog/)
    expect(refusal).toContain(message)
  })

  it('names the release, the file and the line, and no folder of this machine', async () => {
    const refusal = await tryWhileRendering('return 1')
    expect(refusal).toMatch(/found 1\n +at .*\(catalog@0\.2\.0\/server\/courses-page\.cjs:1:\d+\)/)
    expect(refusal).not.toContain(site.copy.root)
  })
})
