import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from './config'

const production = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgres://localhost/shop',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'hook',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtps://mail.example',
}

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      hosts: ['127.0.0.1', '::1'],
      siteDir: path.resolve('.site'),
      logLevel: 'info',
      pageMemoryBytes: 64 * 1024 * 1024,
      settings: { publicUrl: 'http://localhost:3000', sandbox: true, isDevelopment: false },
      api: { dataDir: path.resolve('.data') },
    })
  })

  it.each<[string, NodeJS.ProcessEnv, object]>([
    ['takes the public address from the port', { PORT: '8080' }, { settings: { publicUrl: 'http://localhost:8080' } }],
    ['takes no last slash', { PUBLIC_URL: 'https://a.example/' }, { settings: { publicUrl: 'https://a.example' } }],
    ['listens on every interface in production', production, { hosts: ['0.0.0.0'] }],
    ['listens on one interface', { HOST: '10.0.0.1' }, { hosts: ['10.0.0.1'] }],
    ['keeps no page in memory', { PAGE_MEMORY_MB: '0' }, { pageMemoryBytes: 0 }],
  ])('%s', (_, environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected)
  })

  it('refuses to start in production without keys, and names each that is missing', () => {
    const read = () => readConfig({ NODE_ENV: 'production' })
    for (const name of Object.keys(production).filter((key) => /^(STRIPE|PAYPAL|AUTH|SMTP)/.test(key))) {
      expect(read).toThrow(`${name} is missing`)
    }
  })

  it('lists every bad variable in one error', () => {
    const own = { PORT: '99999', LOG_LEVEL: 'loud', PUBLIC_URL: 'shop.example/path', SITE_DEV: 'yes' }
    const environment = { ...own, FORMER_WORKERS: 'sw.js' }
    const read = () => readConfig(environment)
    for (const name of Object.keys(environment)) expect(read).toThrow(name)
  })

  it('reads a secret from the file that NAME_FILE names, and says which file is missing', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
    const AUTH_SECRET_FILE = path.join(folder, 'auth')
    writeFileSync(AUTH_SECRET_FILE, `${'y'.repeat(32)}\n`)
    expect(readConfig({ AUTH_SECRET_FILE }).api.authSecret).toBe('y'.repeat(32))
    expect(() => readConfig({ AUTH_SECRET_FILE, AUTH_SECRET: 'z' })).toThrow(
      'AUTH_SECRET and AUTH_SECRET_FILE are both',
    )
    rmSync(folder, { recursive: true })
    expect(() => readConfig({ AUTH_SECRET_FILE })).toThrow(`AUTH_SECRET_FILE is "${AUTH_SECRET_FILE}", which cannot`)
  })

  it.each([
    ['PAGE_MEMORY_MB', ['', '-1', '1.5', '1e3', '65537', 'all']],
    ['PORT', ['3e3', '-1', '', ' 80', '1.5']],
  ])('refuses %s of %j', (name, values) => {
    for (const value of values) {
      expect(() => readConfig({ [name]: value, PUBLIC_URL: 'http://localhost' })).toThrow(name)
    }
  })
})
