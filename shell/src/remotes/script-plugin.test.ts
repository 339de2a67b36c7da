import { SITE_CONFIG_ID } from '@site/shared/site-config'
import scriptPlugin from './script-plugin'

const entry = '/assets/catalog/remote-entry.0123456789ab.js'
const remotes = { catalog: { version: '1.0.0', entry, integrity: 'sha384-abc', scripts: {} } }

beforeAll(() => {
  document.body.innerHTML = `<script type="application/json" id="${SITE_CONFIG_ID}"></script>`
  document.getElementById(SITE_CONFIG_ID)?.append(JSON.stringify({ composition: 1, remotes, apiBase: '/api' }))
})

function createScript(url: string) {
  const result = scriptPlugin().createScript?.({ url })
  if (!result || !('script' in result)) throw new Error('no script')
  return result
}

describe('scriptPlugin', () => {
  it('R12: gives a remote entry 120 seconds', () => {
    expect(createScript(entry).timeout).toBe(120_000)
  })

  it('has the browser check the bytes of a remote entry, with and without the origin in its address', () => {
    expect(createScript(entry).script?.integrity).toBe('sha384-abc')
    expect(createScript(window.location.origin + entry).script?.integrity).toBe('sha384-abc')
  })
})
