import { defineConfig } from '@playwright/test'
import { chromiumFlags } from '../scripts/machine/chromium.mjs'
import { otherEngines } from '../scripts/machine/engines.mjs'

const launchOptions = {
  // Nothing but the site itself can be reached: no test depends on another server.
  args: [...chromiumFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  // Both are set by the global setup, which workers see and the main process does not need.
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
}
const desktop = { viewport: { width: 1280, height: 800 } }
/** `npm test` names what runs before the load, in the same run: the site is built and started once for all of them. */
const loadAfter = process.env.LOAD_AFTER?.split(',') ?? []
const mobile = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

export default defineConfig({
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the processors of a small machine: tests wait for pages and timers half of the time.
  workers: 3,
  // A test that passes only the second time is listed as flaky.
  retries: process.env.CI ? 2 : 1,
  // Slow machines are no failure; what must be fast is measured inside the test that says so.
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
    // The buyer's journey once more, where the engine is installed.
    ...otherEngines.map((name) => ({
      name,
      use: { ...desktop, browserName: name, launchOptions: {} },
      testMatch: '**/*.engines.spec.ts',
    })),
    {
      name: 'desktop',
      use: desktop,
      testIgnore: '**/*.{mobile,load,nightly,commands}.spec.ts',
    },
    { name: 'mobile', use: mobile, testMatch: '**/*.mobile.spec.ts' },
    // Alone, because it takes the whole machine: `npm run e2e` runs it after the others.
    { name: 'load', use: desktop, testMatch: '**/*.load.spec.ts', workers: 1, dependencies: loadAfter },
    // One after the other, in one fresh clone of the repository.
    { name: 'commands', use: desktop, testMatch: '**/*.commands.spec.ts', fullyParallel: false, workers: 1 },
    // As long as all the others, so every night: releases of several states of the sources, many machines.
    { name: 'nightly', use: desktop, testMatch: '**/*.nightly.spec.ts', fullyParallel: false, workers: 1 },
  ],
})
