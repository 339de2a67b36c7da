import { SITE_CONFIG_ID, type SiteConfig } from './site-config'

const config: SiteConfig = {
  publicUrl: 'http://localhost:3000',
  shellVersion: '1.0.0',
  routes: [],
  menu: [],
  remotes: {},
  apiBase: '/api',
  sandbox: true,
}

/** Loads the module again, because it caches its result. */
function freshSiteConfig() {
  let read: (() => SiteConfig) | undefined
  jest.isolateModules(() => {
    read = jest.requireActual<typeof import('./site-config')>('./site-config').siteConfig
  })
  if (!read) throw new Error('The module was not loaded')
  return read
}

function writePage(json: string) {
  document.body.innerHTML = `<script type="application/json" id="${SITE_CONFIG_ID}">${json}</script>`
}

it('R185, D-45: reads the base address of the calls from the page', () => {
  writePage(JSON.stringify(config))
  expect(freshSiteConfig()()).toEqual(config)
})

it('R185: names what is missing on a page without configuration', () => {
  document.body.innerHTML = ''
  expect(freshSiteConfig()).toThrow('The page has no element #site-config')
})
