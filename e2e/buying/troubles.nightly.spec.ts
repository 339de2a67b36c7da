import type { BrowserContext, Page } from '@playwright/test'
import { type FailingLine, drill as test } from '../support/drill'
import { buyTwice } from '../support/journey'
import { expect } from '../support/test'

type Trouble = (visit: { context: BrowserContext; page: Page; line: FailingLine }) => Promise<unknown>
const troubles: Record<string, Trouble> = {
  'no trouble': async () => {},
  'a translator that never rests': ({ context }) => context.addInitScript(translate),
  'an extension that adds to each field': ({ context }) => context.addInitScript(addBesideFields),
  'a browser without ES2023': ({ context }) => context.addInitScript(forgetBuiltIns),
  'all files failing once': failOnce,
  'the worker of a former site': installFormerWorker,
}

test.use({ expectedErrors: /Failed to load resource|ChunkLoadError|Minified React error #4(18|25)/ })

for (const [name, cause] of Object.entries(troubles))
  test(`a buyer searches, buys twice and signs in with ${name}`, async ({ context, page, line }) => {
    test.slow()
    await cause({ context, page, line })
    await page.addLocatorHandler(page.getByRole('button', { name: 'Try again' }), (button) => button.click())
    await buyTwice(page)
  })

function translate(): void {
  const wrap = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, option, textarea, noscript')) continue
      const font = document.createElement('font')
      font.appendChild(document.createElement('font')).append(text.data)
      text.replaceWith(font)
    }
  }
  addEventListener('DOMContentLoaded', () => {
    wrap()
    new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

function addBesideFields(): void {
  addEventListener('DOMContentLoaded', () => {
    for (const field of document.querySelectorAll('input, select, textarea'))
      field.after(Object.assign(document.createElement('div'), { className: 'extension' }))
  })
}

function forgetBuiltIns(): void {
  const Typed = Object.getPrototypeOf(Int8Array)
  const names = 'toSorted toReversed toSpliced with findLast findLastIndex isWellFormed toWellFormed union intersection'
  const statics = 'groupBy withResolvers fromAsync try escape parse canParse any'
  for (const { prototype } of [Array, Typed, String, Set])
    for (const name of names.split(' ')) Reflect.deleteProperty(prototype, name)
  for (const owner of [Object, Map, Promise, Array, RegExp, URL, AbortSignal])
    for (const name of statics.split(' ')) if (owner !== Promise || name !== 'any') Reflect.deleteProperty(owner, name)
  for (const name of ['Iterator', 'requestIdleCallback', 'scheduler', 'navigation'])
    Reflect.deleteProperty(window, name)
}

async function failOnce({ context }: { context: BrowserContext }): Promise<void> {
  const failed = new Set<string>()
  await context.route(/\/assets\/.*\.(js|css)$/, (route) => {
    const url = route.request().url()
    if (failed.has(url)) return route.continue()
    failed.add(url)
    return route.abort()
  })
}

async function installFormerWorker({ page, line }: { page: Page; line: FailingLine }): Promise<void> {
  line.break(/./, 'is of a former site')
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  line.repair()
  await page.goto('/')
  await expect(page.getByText('Welcome to the former site')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
}
