import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { endGroup } from '@platform/base/process/end-group'

const PROGRAMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const FLAGS = [
  ...['--headless', '--remote-debugging-pipe', '--no-first-run', '--disable-gpu', '--hide-scrollbars', '--mute-audio'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
  // Pages reach only the two servers.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // Chromium's sandbox does not start for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export function findBrowser({ CHROMIUM_PATH }: NodeJS.ProcessEnv): string | undefined {
  return (CHROMIUM_PATH ? [CHROMIUM_PATH] : PROGRAMS).find((it) => existsSync(it))
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the DevTools protocol
type Answer = any
type Message = { id?: number; method?: string; sessionId?: string; result?: Answer; error?: { message: string } }

/** Without a picture the page stopped answering. `led` is where its first link led. */
export type Look = { picture?: Buffer; width?: number; led?: string }

const HEIGHT = 900
/** Higher pages are cut off. */
const MOST_HEIGHT = 5_000
/** Virtual ms, before and after a press. */
const VISIT_MS = 40_000
/** Scripts are compiled in real time: a page that was not alive yet looked different. */
const TURNS = 10
const TURN_MS = 100
const PRESS_MS = 3_000
const LINK_MS = 5_000
const DEADLINE_MS = 30_000

/** Drives Chromium by the DevTools protocol over a pipe. */
export function startBrowser(program: string, profile: string) {
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // A hanging page's process outlives its browser.
    detached: true,
  })
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  const waiting = new Map<number | string, (message: Message) => void>()
  let [last, rest] = [0, '']
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0')
    rest = parts.pop() ?? ''
    for (const text of parts) {
      const message: Message = JSON.parse(text)
      const key = message.id ?? `${message.sessionId} ${message.method}`
      waiting.get(key)?.(message)
      waiting.delete(key)
    }
  })
  for (const it of [child, input, output]) it.on('error', () => {})

  async function send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    const id = ++last
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve))
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    const { result, error } = await answer
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  async function visit(url: string, width: number, look: Look): Promise<void> {
    // A press fills a cart, which no other page may show.
    const { browserContextId } = await send('Target.createBrowserContext')
    const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
    const ask = (method: string, params?: object) => send(method, params, sessionId)
    const evaluate = async (expression: string) => (await ask('Runtime.evaluate', { expression })).result.value
    const resize = (height: number) =>
      ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    const pass = async (budget: number) => {
      const isOver = new Promise((resolve) => waiting.set(`${sessionId} Emulation.virtualTimeBudgetExpired`, resolve))
      await ask('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', budget })
      await isOver
    }
    await resize(HEIGHT)
    await ask('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
    await ask('Emulation.setVirtualTimePolicy', { policy: 'pause' })
    await ask('Page.navigate', { url })
    for (let turn = 0; turn < TURNS; turn += 1) {
      await pass(VISIT_MS / TURNS)
      await wait(TURN_MS)
    }
    const scrolled = 'document.documentElement.scroll'
    const found = await evaluate(`${scrolled}Width`)
    await resize(Math.min(await evaluate(`${scrolled}Height`), MOST_HEIGHT))
    const { data } = await ask('Page.captureScreenshot', { format: 'png' })
    const press = async (selector: string) => {
      await evaluate(`document.querySelector('${selector}')?.click()`)
      await pass(PRESS_MS)
    }
    await press('main button')
    Object.assign(look, { picture: Buffer.from(data, 'base64'), width: found })
    // Virtual time of another process never ends.
    await Promise.race([press('main a[href^="/"]'), wait(LINK_MS)])
    look.led = await evaluate('location.pathname')
    await send('Target.disposeBrowserContext', { browserContextId })
  }

  return {
    async look(url: string, width: number): Promise<Look> {
      const look: Look = {}
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, DEADLINE_MS)))
      await Promise.race([visit(url, width, look), late]).finally(() => clearTimeout(timer))
      return look
    },
    close: () => endGroup(child.pid),
  }
}
