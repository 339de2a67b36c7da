import scriptPlugin from './script-plugin'

const entry = '/assets/catalog/remote-entry.0123456789ab.js'

function createScript(url: string) {
  const remoteInfo = { name: 'catalog', entry, integrity: 'sha384-abc' }
  const result = scriptPlugin().createScript?.({ url, remoteInfo } as never)
  if (!result || !('script' in result)) throw new Error('no script')
  return result
}

describe('scriptPlugin', () => {
  it('R12: gives a remote entry 120 seconds', () => {
    expect(createScript(entry).timeout).toBe(120_000)
  })

  it('has the browser check the bytes of a remote entry', () => {
    expect(createScript(entry).script?.integrity).toBe('sha384-abc')
  })
})
