import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from './browser.mjs'
import { compareVisits, startBrowsers } from './lighthouse.mjs'
import { figureRow, largestOf, ratioRow } from './table.mjs'

const LONG_MS = 50
const LOADING_MS = 3_000
const LOOK_MS = 500
const LOOKS = 60
const SETTLING_MS = 1_500
// Lighthouse's phone. With `simulate` it loads over the fast network.
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1, mobile: false }
const CPU_SLOW_DOWN = { rate: 4 }
const SLOW_NETWORK = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }

/** P2 by the clock. */
export async function measureBlocking(given) {
  const { measure, stop } = await startClock()
  const results = await compareVisits(given, 'blocking time', measure).finally(stop)
  return { rows: rowsOf(results), details: results }
}

/**
 * Measures in milliseconds: time beyond 50 in long tasks after the first paint, and the longest task that began after a
 * script. Playwright and Lighthouse make tasks longer: once they enable `Runtime`, each `new Error` parses its script
 * again.
 */
export async function startClock() {
  const { load, withBrowser, stop } = await startBrowsers()
  const connect = await load('chrome-remote-interface')
  const measure = (url, throttling, cartOf) =>
    withBrowser(cartOf, async (port) => {
      const client = await connect({ port })
      const { Emulation, Network, Page, Runtime } = client
      const run = async (work) => {
        const given = { expression: `(${work})()`, awaitPromise: true, returnByValue: true }
        return (await Runtime.evaluate(given)).result.value
      }
      await Emulation.setDeviceMetricsOverride(PHONE)
      await Emulation.setCPUThrottlingRate(CPU_SLOW_DOWN)
      if (throttling === 'devtools') await Network.emulateNetworkConditions(SLOW_NETWORK)
      await Page.navigate({ url })
      await wait(LOADING_MS)
      for (let looks = 0; !(await run(isAlive)); looks++) {
        if (looks === LOOKS) throw new Error(`${url} does not come alive`)
        await wait(LOOK_MS)
      }
      await wait(SETTLING_MS)
      const tasks = await run(readLongTasks)
      await client.close()
      const blocking = tasks.reduce((sum, { ms }) => sum + Math.max(0, ms - LONG_MS), 0)
      return { blocking, longest: Math.max(0, ...tasks.filter(({ isOurs }) => isOurs).map(({ ms }) => ms)) }
    })
  return { measure, stop }
}

async function readLongTasks() {
  const found = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'longtask', buffered: true })
    setTimeout(resolve, 100, [])
  })
  const [{ startTime: painted }] = performance.getEntriesByName('first-contentful-paint')
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.m?js$/.test(name))
  const fetched = Math.min(...scripts.map(({ startTime }) => startTime))
  return found.map(({ startTime, duration }) => ({
    ms: startTime + duration - Math.max(startTime, painted),
    isOurs: startTime > fetched,
  }))
}

function rowsOf(results) {
  const row = (measured, { name, value }, most) =>
    figureRow({ goal: 'P2', measured: `${measured}: ${name}`, unit: 'ms', ours: value, most })
  const largest = (read) =>
    largestOf(results.map(({ name, throttling, figures }) => ({ name: `${name} ${throttling}`, value: read(figures) })))
  const beyond = largest(({ ours, twin }) => ours.blocking - twin.blocking)
  const compared = results.filter(({ figures }) => figures.next)
  const longest = largest(({ ours }) => ours.longest)
  return [
    row("blocking time beyond the twin's, largest", beyond, 30),
    ...compared.map(({ name, throttling, figures: { ours, next } }) => {
      const measured = `blocking time ${throttling} ${name} : Next shop`
      return ratioRow({ goal: 'P2', measured, unit: 'ms', ours: ours.blocking, reference: next.blocking, most: 0.4 })
    }),
    row('longest task since the first script (0: none over 50 ms), largest', longest, LONG_MS),
  ]
}
