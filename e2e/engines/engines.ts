import { existsSync } from 'node:fs'
import { type BrowserType, chromium, firefox, webkit } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/lib/chromium.mjs'
import { findEngines } from '../../scripts/lib/engines.mjs'
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
      if (isOwnInstalled(firefox)) return openByPlaywright(firefox)
      return openByBidi(installed.firefox ?? missing('firefox-esr'))
    },
  },
  {
    name: 'webkit',
    open() {
      if (isOwnInstalled(webkit)) return openByPlaywright(webkit)
      return openByWebDriver(installed.webkit ?? missing('webkit2gtk-driver xvfb'))
    },
  },
]

function isOwnInstalled(type: BrowserType): boolean {
  return existsSync(type.executablePath())
}

function missing(packages: string): never {
  throw new Error(`It is not installed: "apt-get install ${packages}", or "npx playwright install"`)
}
