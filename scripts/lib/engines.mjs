import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './packages.mjs'

/** Engines beside Chromium that the buyer's journey also goes through. */
export const otherEngines = ['firefox', 'webkit']

/** Those that Playwright has not installed on this machine. Nothing is installed before `npm ci`. */
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
