import { loadRemote } from '@module-federation/enhanced/runtime'
import type { SiteConfig } from '@site/shared/site-config'
import { SITE_CONFIG_ID } from '@site/shared/site-config'
import { loadModule } from './load-module'

jest.mock('@module-federation/enhanced/runtime', () => ({ loadRemote: jest.fn() }))

const remote = { version: '1.0.0', entry: '/assets/catalog/remote-entry.0.js', integrity: '' }
const config: Partial<SiteConfig> = {
  remotes: {
    catalog: { ...remote, scripts: { './courses-page': ['/assets/catalog/a.js', '/assets/catalog/b.js'] } },
    content: remote,
  },
  files: { content: { 'blog-page.css': 'c55', 'blog-page.js': 'a11' } },
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
    document.head.innerHTML = '<script type="text/plain" src="/assets/catalog/b.js"></script>'
    expect(await loadModule('catalog/courses-page')).toBe(page)
    expect(asked).toEqual(['/assets/catalog/a.js'])
    await loadModule('catalog/courses-page')
    expect(hints()).toEqual(['/assets/catalog/a.js'])
  })

  it('knows the script of a page from the names of its files', async () => {
    jest.mocked(loadRemote).mockResolvedValue({ default: () => null })
    await loadModule('content/blog-page')
    expect(hints()).toEqual(['/assets/content/blog-page.a11.js'])
  })

  it('says which module a release lacks', async () => {
    jest.mocked(loadRemote).mockResolvedValue(null)
    await expect(loadModule('catalog/courses-page')).rejects.toThrow('catalog/courses-page is not exposed')
  })
})
