import { SITE_CONFIG_ID, siteConfig } from './site-config'

it('R185, D-45: names what is missing on a page without configuration, and reads the base address of the calls', () => {
  expect(siteConfig).toThrow('The page has no element #site-config')
  document.body.innerHTML = `<script type="application/json" id="${SITE_CONFIG_ID}">{"apiBase":"/shop"}</script>`
  expect(siteConfig().apiBase).toBe('/shop')
})
