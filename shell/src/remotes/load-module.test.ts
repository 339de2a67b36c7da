import { loadRemote } from '@module-federation/enhanced/runtime'
import type { SiteConfig } from '@site/shared/site-config'
import { SITE_CONFIG_ID } from '@site/shared/site-config'
import { loadModule } from './load-module'

jest.mock('@module-federation/enhanced/runtime', () => ({ loadRemote: jest.fn() }))

const scripts = { 'courses-page': ['/assets/catalog/1.0.0/a.js', '/assets/catalog/1.0.0/b.js'] }
const config: Partial<SiteConfig> = {
  remotes: { catalog: { version: '1.0.0', entry: '/assets/catalog/1.0.0/remote.js', integrity: '', scripts } },
}
const hints = () => [...document.head.querySelectorAll('link[rel=preload]')].map((link) => link.getAttribute('href'))

beforeEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = `<script type="application/json" id="${SITE_CONFIG_ID}">${JSON.stringify(config)}</script>`
})

describe('loadModule', () => {
  it('asks for the scripts of a page beside the entry that names them, and once', async () => {
    let asked: (string | null)[] = []
    const page = { default: () => null }
    jest.mocked(loadRemote).mockImplementation(async () => {
      asked = hints()
      return page
    })
    document.head.innerHTML = '<script type="text/plain" src="/assets/catalog/1.0.0/b.js"></script>'
    expect(await loadModule('catalog/courses-page')).toBe(page)
    expect(asked).toEqual(['/assets/catalog/1.0.0/a.js'])
    await loadModule('catalog/courses-page')
    expect(hints()).toEqual(['/assets/catalog/1.0.0/a.js'])
  })

  it('says which module a release lacks', async () => {
    jest.mocked(loadRemote).mockResolvedValue(null)
    await expect(loadModule('catalog/courses-page')).rejects.toThrow('catalog/courses-page is not exposed')
  })
})
