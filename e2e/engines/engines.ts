import { chromium, firefox, webkit } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/lib/chromium.mjs'
import { enginePackages, findEngines, isPlaywrightsInstalled } from '../../scripts/lib/engines.mjs'
import { openByBidi } from './by-bidi'
import { openByPlaywright } from './by-playwright'
import { openByWebDriver } from './by-webdriver'
import type { Engine } from './engine'

const installed = findEngines()

/** Playwright's own where it is installed, else the one of Debian. */
export const engines: Engine[] = [
  {
    name: 'chromium',
    open: () => openByPlaywright(chromium, { executablePath: findChromium(), args: chromiumFlags }),
  },
  {
    name: 'firefox',
    open() {
      if (isPlaywrightsInstalled('firefox')) return openByPlaywright(firefox)
      return openByBidi(installed.firefox ?? missing('firefox'))
    },
  },
  {
    name: 'webkit',
    open() {
      if (isPlaywrightsInstalled('webkit')) return openByPlaywright(webkit)
      return openByWebDriver(installed.webkit ?? missing('webkit'))
    },
  },
]

function missing(name: keyof typeof enginePackages): never {
  const packages = enginePackages[name].join(' ')
  throw new Error(`It is not installed: "apt-get install ${packages}", or "npx playwright install ${name}"`)
}
