import puppeteer from 'puppeteer-core'

const SCRIPT_EVENTS = new Set(['EvaluateScript', 'FunctionCall', 'RunMicrotasks'])
const CATEGORIES = ['loading', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
/** Opened by no other tool, and so watched by none. */
const OWN_PAGE = 'about:blank#measured'
/** Everything that a page does by itself is over then. */
const LOADING_MS = 4_000

/**
 * Milliseconds, by the clock and on a processor so many times slower, of the longest task after the first paint in which a
 * script ran. Lighthouse's own runs do not show it: the debugger, which it enables, has V8 hash every script on the main thread (11 ms
 * for the largest), and the network's log, which test tools enable, has it parse functions anew for the stack of each
 * request. Here nothing of the page is watched but its tasks.
 * @param port where the browser is controlled
 */
export async function measureLongestTask(port, url, slowDownBy) {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` })
  try {
    const session = await browser.target().createCDPSession()
    await session.send('Target.createTarget', { url: OWN_PAGE })
    const target = await browser.waitForTarget((it) => it.url() === OWN_PAGE)
    const page = await target.createCDPSession()
    await page.send('Emulation.setCPUThrottlingRate', { rate: slowDownBy })
    return longestTask(await trace(session, () => page.send('Page.navigate', { url })))
  } finally {
    await browser.disconnect()
  }
}

async function trace(session, act) {
  const events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await session.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES } })
  await act()
  await new Promise((resolve) => setTimeout(resolve, LOADING_MS))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return events
}

function longestTask(events) {
  const paint = events.filter(({ name }) => name === 'firstContentfulPaint').at(-1)
  if (!paint) throw new Error('The page has painted nothing')
  const mainThread = events.filter(({ pid, tid, ts }) => pid === paint.pid && tid === paint.tid && ts > paint.ts)
  const named = (name) => mainThread.filter((event) => event.name === name)
  // What the parser does it does for the twin too: the rest of the page, with a line of script in it.
  const parsing = named('ParseHTML')
  const scripts = mainThread.filter(
    (event) => SCRIPT_EVENTS.has(event.name) && !parsing.some((other) => isWithin(event, other)),
  )
  const tasks = named('RunTask').filter((task) => scripts.some((script) => isWithin(script, task)))
  return Math.max(0, ...tasks.map(({ dur }) => dur / 1000))
}

function isWithin({ ts }, other) {
  return ts >= other.ts && ts < other.ts + other.dur
}
