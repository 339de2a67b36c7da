import path from 'node:path'
import { readConfig } from './config'

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      hosts: ['127.0.0.1', '::1'],
      siteDir: path.resolve('.site'),
      dataDir: path.resolve('.data'),
      logLevel: 'info',
      settings: { publicUrl: 'http://localhost:3000', apiBase: '/api', sandbox: true, isDevelopment: false },
    })
  })

  it('takes the public address from the port', () => {
    expect(readConfig({ PORT: '8080' }).settings.publicUrl).toBe('http://localhost:8080')
    expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).settings.publicUrl).toBe('https://shop.example')
  })

  it('listens on every interface in production', () => {
    expect(readConfig({ NODE_ENV: 'production' }).hosts).toEqual(['0.0.0.0'])
    expect(readConfig({ HOST: '10.0.0.1' }).hosts).toEqual(['10.0.0.1'])
  })

  it('lists every bad variable in one error', () => {
    const environment = { PORT: '99999', LOG_LEVEL: 'loud', PUBLIC_URL: 'shop.example/path', SITE_DEV: 'yes' }
    const read = () => readConfig(environment)
    for (const name of Object.keys(environment)) expect(read).toThrow(name)
  })

  it.each(['3e3', '-1', '', ' 80', '1.5'])('refuses the port "%s"', (PORT) => {
    expect(() => readConfig({ PORT, PUBLIC_URL: 'http://localhost' })).toThrow('PORT')
  })
})
