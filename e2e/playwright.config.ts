import { defineConfig } from '@playwright/test'
import { chromiumFlags, otherEngines } from '../scripts/machine/browsers.mjs'

const launchOptions = {
  args: [...chromiumFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
}
const desktop = { viewport: { width: 1280, height: 800 } }
const mobile = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

export default defineConfig({
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than two cores: tests wait half of the time.
  workers: 3,
  retries: process.env.CI ? 2 : 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...(process.env.SITE_URL && { baseURL: process.env.SITE_URL }),
    browserName: 'chromium',
    launchOptions,
    locale: 'en-GB',
    trace: 'on-first-retry',
  },
  projects: [
    ...otherEngines.map((name) => ({
      name,
      use: { ...desktop, browserName: name, launchOptions: {} },
      testMatch: '**/*.engines.spec.ts',
    })),
    {
      name: 'desktop',
      use: desktop,
      testIgnore: '**/*.{mobile,nightly,commands}.spec.ts',
    },
    { name: 'mobile', use: mobile, testMatch: '**/*.mobile.spec.ts' },
    { name: 'commands', use: desktop, testMatch: '**/*.commands.spec.ts', fullyParallel: false, workers: 1 },
    { name: 'screenshots', testMatch: '**/pictures.spec.ts', workers: 1 },
    { name: 'nightly', use: desktop, testMatch: '**/*.nightly.spec.ts', fullyParallel: false, workers: 1 },
  ],
})
