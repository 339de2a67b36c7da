import { readConfig } from './config'

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({ port: 3001, host: '127.0.0.1', logLevel: 'info' })
  })

  it('lists every bad variable in one error', () => {
    const read = () => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })
    expect(read).toThrow('PORT is "x"')
    expect(read).toThrow('LOG_LEVEL is "loud"')
  })
})
