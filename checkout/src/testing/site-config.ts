import { SITE_CONFIG_ID, type SiteConfig } from '@site/shared/site-config'

/** Read once per test file. */
export function installSiteConfig(change: Partial<SiteConfig> = {}): void {
  const config: Partial<SiteConfig> = { apiBase: '/api', sandbox: true, ...change }
  const script = document.createElement('script')
  script.id = SITE_CONFIG_ID
  script.type = 'application/json'
  script.textContent = JSON.stringify(config)
  document.getElementById(SITE_CONFIG_ID)?.remove()
  document.head.append(script)
}
