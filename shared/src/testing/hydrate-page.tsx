import { setImmediate } from 'node:timers'
import { act, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { type PageAddress, pageAt } from './page-at'

type PageModule = { default: ComponentType }

/**
 * Renders a page as the origin does and hydrates that HTML. `serverText` is the text before any script; `mismatches`
 * must stay empty.
 */
export async function hydratePage(load: () => Promise<PageModule>, address: PageAddress = {}) {
  let html = ''
  await jest.isolateModulesAsync(async () => {
    html = await prerender(load, address)
  })
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = html
  const serverText = container.textContent ?? ''
  const mismatches: unknown[] = []
  const { default: Page } = await load()
  const { element, router } = pageAt(<Page />, address)
  const onRecoverableError = (error: unknown) => mismatches.push(error)
  const view = await act(async () => render(element, { container, hydrate: true, onRecoverableError }))
  return { ...view, router, html, serverText, mismatches }
}

async function prerender(load: () => Promise<PageModule>, address: PageAddress): Promise<string> {
  // jsdom hides it, and React's renderer for Node needs it.
  Object.assign(globalThis, { setImmediate })
  const { prerenderToNodeStream } = await import('react-dom/static.node')
  const { pageAt } = await import('./page-at')
  const { default: Page } = await load()
  const { element } = pageAt(<Page />, address)
  const { prelude } = await prerenderToNodeStream(element, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  let html = ''
  for await (const chunk of prelude) html += chunk
  return html
}
