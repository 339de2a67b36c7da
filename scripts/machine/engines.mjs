import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../lib/packages.mjs'

export const otherEngines = /** @type {const} */ (['firefox', 'webkit'])

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
