import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../lib/packages.mjs'

/** Engines beside Chromium that the buyer's journey also goes through. */
export const otherEngines = /** @type {const} */ (['firefox', 'webkit'])

/** Engines that Playwright has not installed on this machine. */
export function missingEngines() {
  const require = createRequire(path.join(root, 'e2e/package.json'))
  return otherEngines.filter((name) => {
    try {
      return !existsSync(require('@playwright/test')[name].executablePath())
    } catch {
      return true
    }
  })
}
