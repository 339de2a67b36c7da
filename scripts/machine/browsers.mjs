import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../lib/packages.mjs'
import { installSystemPackage } from './system-package.mjs'

/** The headless shell comes first: it does half the work for the same page. */
const INSTALLED = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
].map((name) => `/usr/bin/${name}`)
/** Debian's Chromium brings no fonts. */
const FONTS = 'fonts-liberation'
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const isRoot = process.getuid?.() === 0

/** Chromium's sandbox does not start for root. */
export const chromiumFlags = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const otherEngines = /** @type {const} */ (['firefox', 'webkit'])

export function missingEngines() {
  return otherEngines.filter((name) => {
    try {
      return !existsSync(playwrightsOwn(name))
    } catch {
      return true
    }
  })
}

export function findChromium() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH && !starts(CHROMIUM_PATH))
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, which does not start`)
  const found = CHROMIUM_PATH || firstThatStarts() || install()
  if (found) return found
  throw new Error(
    'No Chromium was found and none could be installed. Install one and set CHROMIUM_PATH to its program.',
  )
}

function firstThatStarts() {
  return [playwrightsOwn('chromium'), ...INSTALLED, MAC].find(starts)
}

function playwrightsOwn(name) {
  const require = createRequire(path.join(root, 'e2e/package.json'))
  return require('@playwright/test')[name].executablePath()
}

/** A placeholder, or a browser without its libraries, prints no version. */
function starts(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

/** Playwright's browser needs libraries that the system's package brings. */
function install() {
  console.log('installing Chromium')
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' }
  const options = { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], timeout: 600_000 }
  spawnSync('npx', ['playwright', 'install', 'chromium'], options)
  const found = firstThatStarts()
  if (found) return found
  installSystemPackage('chromium-headless-shell', FONTS) || installSystemPackage('chromium', FONTS)
  return firstThatStarts()
}
