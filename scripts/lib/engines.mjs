import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './packages.mjs'
import { installSystemPackage } from './system-package.mjs'

/** The packages of Debian that bring an engine, and a screen that nobody sees for WebKit. */
export const enginePackages = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] }

const firstOf = (files) => files.find((file) => existsSync(file))

/** Firefox and WebKit as Debian installs them, where they are. */
export function findEngines() {
  const firefox = firstOf(['/usr/bin/firefox-esr', '/usr/bin/firefox'])
  const driver = firstOf(['/usr/bin/WebKitWebDriver'])
  const folders = ['x86_64', 'aarch64'].flatMap((machine) =>
    ['4.1', '4.0'].map((version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}`),
  )
  const browser = firstOf(folders.map((folder) => `${folder}/MiniBrowser`))
  const screen = firstOf(['/usr/bin/Xvfb'])
  return { firefox, webkit: driver && browser && screen ? { driver, browser, screen } : undefined }
}

/** Whether Playwright has installed an engine of its own; nothing has before `npm ci`. */
export function isPlaywrightsInstalled(name) {
  try {
    const require = createRequire(path.join(root, 'e2e/package.json'))
    return existsSync(require('@playwright/test')[name].executablePath())
  } catch {
    return false
  }
}

/** The packages that would bring what the journey in three engines lacks on this machine; none when all are here. */
export function missingEnginePackages() {
  const found = findEngines()
  const missing = Object.keys(enginePackages).filter((name) => !found[name] && !isPlaywrightsInstalled(name))
  return missing.flatMap((name) => enginePackages[name])
}

/** Installs them where that can be done without asking. */
export function installEngines() {
  const missing = missingEnginePackages()
  if (missing.length > 0) installSystemPackage(...missing)
}
