import { rm } from 'node:fs/promises'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import { setUpSite } from '@platform/site/testing/test-site'
import { thirdPartyHosts } from '@site/shared/third-party-hosts'
import type { CommandContext } from '../command/command'
import { runAs } from '../testing/run-as'

const PAY = 'https://js.pay.example'

const site = setUpSite(async (live) => {
  await live.goLive()
  const contentSecurityPolicy = { 'script-src': [PAY], 'style-src': ["'unsafe-inline'"] }
  const pages = [{ module: './courses-page', path: '/courses', contentSecurityPolicy }]
  await live.publish(catalogFixture({ version: '0.2.0', pages }))
})

const run = (command: string) => runAs(site)('ada', command)

const policyOf = async () => {
  const { live } = (await site.copy.readPointer()) ?? { live: 0 }
  const { pages } = await site.store.ensureComposition(live)
  return pages['/courses']?.headers['content-security-policy']
}

it('a host goes live by the very command that the refusal names, and stands in the audit log', async () => {
  const refusal = await run('activate catalog@0.2.0').catch((error: Error) => error.message)
  const commands = [...refusal.matchAll(/site (hosts allow .*)/g)].map(([, command = '']) => command)
  expect(commands).toEqual([
    `hosts allow catalog ${PAY} --for script-src`,
    'hosts allow catalog unsafe-inline --for style-src',
  ])
  for (const command of commands) await run(command)
  await run('activate catalog@0.2.0')
  // A hash would forbid inline styles again.
  expect(await policyOf()).toMatch(/script-src [^;]*https:\/\/js\.pay\.example;style-src 'self' 'unsafe-inline';/)
  expect(await run('hosts')).toBe(
    `Other hosts that pages may reach:\n  catalog      script-src   ${PAY}\n  catalog      style-src    'unsafe-inline'`,
  )
  expect(await run('log')).toContain(`hosts allow  catalog ${PAY} for script-src`.replace('  ', ' '))
})

it('a grant is for one package and one use', async () => {
  await run(`hosts allow shell ${PAY}`)
  await run(`hosts allow catalog ${PAY} --for img-src,frame-src`)
  await run('hosts allow catalog unsafe-inline --for style-src')
  await expect(run('activate catalog@0.2.0')).rejects.toThrow(`reach ${PAY} (script-src)`)
})

it('a grant that what is live needs is not taken back before that has gone', async () => {
  await run(`hosts allow catalog ${PAY}`)
  await run('hosts allow catalog unsafe-inline --for style-src')
  await run('activate catalog@0.2.0')
  await expect(run(`hosts revoke catalog ${PAY}`)).rejects.toThrow('hosts allow catalog')
  await run('activate catalog@0.1.0')
  await run(`hosts revoke catalog ${PAY}`)
  expect(await run('hosts')).not.toContain(PAY)
  await expect(run('activate catalog@0.2.0')).rejects.toThrow(PAY)
})

it.each([
  ['*', /is no host such as/],
  ['https:', /is no host such as/],
  ['http://pay.example', /is no host such as/],
  ['https://*', /is no host such as/],
  ['https://*.example', /is no host such as/],
  ['https://pay.example/path', /is no host such as/],
  ['https://a.example;script-src', /is no host such as/],
  ['unsafe-inline', /--for style-src/],
  ['unsafe-eval --for script-src', /is no host such as/],
  ['unsafe-inline --for script-src', /inline scripts never/],
  [`${PAY} --for default-src`, /"default-src" is nothing a host can be granted for/],
])('what is no host is never granted: %s', async (host, message) => {
  await expect(run(`hosts allow catalog ${host}`)).rejects.toThrow(message)
  expect(await run('hosts')).toBe('No page may reach another host')
})

// It said "the whole must have required properties publicUrl".
it('a new site asks for its address in the words of the command', async () => {
  await rm(site.copy.settings)
  await expect(run('settings --sandbox')).rejects.toThrow('name its address too, --public-url https://shop.example')
})

// Visitors got 421 where the address had capitals, `:443` or a last dot.
it('keeps the address as browsers write it, and takes none with a last dot', async () => {
  await run('settings --public-url https://Shop.Example:443/')
  expect(JSON.parse(await run('settings --json')).publicUrl).toBe('https://shop.example')
  for (const address of ['https://shop.example.', 'https://shop.example.:8443', 'https://shop.example/a'])
    await expect(run(`settings --public-url ${address}`)).rejects.toThrow(/publicUrl/)
})

// A company's phone number could be changed by a release of every package alone.
it('M8: the facts of the company go live with a composition', async () => {
  const facts = { name: 'Marsh & Daughters Ltd', vatNumber: 'GB 123 4567 89' }
  const changes = [{ version: 1, at: new Date(), facts, actor: 'owner@example.com', reason: 'a new name' }]
  const admin = (async ({ do: what }) => (what === 'company' ? changes : [])) as CommandContext['admin']
  const runWith = (command: string) => runAs(site, { admin })('ada', command)
  expect(await runWith('company')).toMatch(/name +Marsh & Daughters Ltd[\s\S]*phone +020 7946 0123 {2}\(example\)/)
  await runWith('company publish')
  const { live = 0 } = (await site.copy.readPointer()) ?? {}
  expect((await site.store.ensureComposition(live)).settings.company).toEqual({ name: facts.name })
  expect(await runWith('company publish')).toBe('The pages have these facts already')
})

// The reason of a reset was kept nowhere.
it('a reset second factor stands in the audit log with its reason', async () => {
  const admin = (async () => 'Done.') as unknown as CommandContext['admin']
  expect(await runAs(site, { admin })('ada', 'desk reset owner@example.com --reason "phone lost"')).toBe('Done.')
  expect(await run('log')).toMatch(/ada.* desk reset owner@example\.com[\s\S]*because phone lost/)
})

it('a new site grants what our own pages need, and one that is there keeps its own', async () => {
  await run('settings --from-environment')
  expect((await site.copy.readSettings())?.hosts).toEqual(thirdPartyHosts)
  await run('hosts revoke checkout https://api.stripe.com')
  await run('settings --from-environment')
  expect((await site.copy.readSettings())?.hosts?.checkout?.['connect-src']).not.toContain('https://api.stripe.com')
})
