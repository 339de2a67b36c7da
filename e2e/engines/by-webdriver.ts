import { type ChildProcess, spawn } from 'node:child_process'
import { Builder, type WebElement } from 'selenium-webdriver'
import type { WebKit } from '../../scripts/lib/engines.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { until, type Visitor } from './engine'

/** An installed WebKitGTK, by its WebDriver, on a screen that nobody sees. */
export async function openByWebDriver({ driver, browser, screen }: WebKit): Promise<Visitor> {
  const display = await startScreen(screen)
  const port = await freePort('127.0.0.1')
  const env = { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_COMPOSITING_MODE: '1' }
  const program = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' })
  const options = { binary: browser, args: ['--automation'] }
  const session = await until('the driver answers', () =>
    new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
      .build(),
  ).catch(async (error) => {
    await endAll([program, display.program])
    throw error
  })
  const capabilities = await session.getCapabilities()
  await session.manage().window().setRect({ width: 1280, height: 900 })
  return {
    version: `WebKitGTK ${capabilities.getBrowserVersion() ?? ''}`,
    open: (url) => session.get(url),
    async find(locator, argument) {
      const script = `return (${locator})(${JSON.stringify(argument)})`
      const element = await until<WebElement>(`${locator.name} ${JSON.stringify(argument)}`, () =>
        session.executeScript(script),
      )
      // The driver calls what stands at the lower edge of the window not interactable, and scrolls no further.
      const click = async () => {
        await session.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element)
        await element.click()
      }
      return { click, type: (text) => element.sendKeys(text) }
    },
    ask: (question, argument) => session.executeScript(`return (${question})(${JSON.stringify(argument)})`),
    async close() {
      await session.quit().catch(() => {})
      await endAll([program, display.program])
    },
  }
}

/** It chooses a free number by itself, and tells it on the pipe it is given. */
async function startScreen(file: string): Promise<{ program: ChildProcess; name: string }> {
  const program = spawn(file, ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const name = await new Promise<string>((resolve, reject) => {
    program.once('error', reject).once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    program.stdio[3]?.once('data', (number) => resolve(`:${String(number).trim()}`))
  })
  return { program, name }
}

async function endAll(programs: readonly ChildProcess[]): Promise<void> {
  for (const program of programs) {
    if (program.exitCode !== null || program.signalCode !== null) continue
    await new Promise((resolve) => {
      program.once('exit', resolve)
      program.kill('SIGTERM')
    })
  }
}
