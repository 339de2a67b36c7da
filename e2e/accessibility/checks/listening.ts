import type { CDPSession } from '@playwright/test'
import type { Check } from './in-page'

const CONTROLS = 'a[href], button, input, select, textarea, summary, label, [tabindex="0"]'
const DOWN = ['mousedown', 'pointerdown', 'touchstart']
const GESTURES = ['touchmove', 'pointermove', 'gesturestart', 'gesturechange']
const MOVEMENTS = ['devicemotion', 'deviceorientation']

/** Listeners of one object of the page, and of all that is in it. */
async function listenersOf(session: CDPSession, expression: string) {
  const { result } = await session.send('Runtime.evaluate', { expression })
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
    depth: -1,
  })
  return listeners
}

/** Says what an element is, and whether it is a control or holds one; nothing of those in which React listens. */
const description = `function () {
  if (!this.matches || this.matches('html, body, #root, dialog')) return ''
  const kind = this.closest('${CONTROLS}') ? 'control' : this.querySelector('${CONTROLS}') ? 'frame' : 'text'
  return kind + ' <' + this.localName + '> "' + (this.textContent || '').trim().slice(0, 40) + '"'
}`

/** 2.1.1, 2.5.1, 2.5.2, 2.5.4: what listeners wait for that not everybody can do. */
export const listeners: Check = async (page) => {
  const session = await page.context().newCDPSession(page)
  const onWindow = (await listenersOf(session, 'window')).map(({ type }) => type)
  const found = MOVEMENTS.filter((type) => onWindow.includes(type)).map((type) => `the page listens to ${type}`)
  const onElements = new Map<number, string[]>()
  for (const { type, backendNodeId = 0 } of await listenersOf(session, 'document'))
    onElements.set(backendNodeId, [...(onElements.get(backendNodeId) ?? []), type])
  for (const [backendNodeId, types] of onElements) {
    const wanted = types.filter((type) => ['click', ...DOWN, ...GESTURES].includes(type))
    if (wanted.length === 0 || backendNodeId === 0) continue
    const { object } = await session.send('DOM.resolveNode', { backendNodeId })
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: object.objectId ?? '',
      functionDeclaration: description,
      returnByValue: true,
    })
    const [kind = '', ...words] = String(result.value).split(' ')
    const say = words.join(' ')
    if (kind === 'text' && !types.some((type) => type.startsWith('key')))
      found.push(`${say} listens to a pointer alone`)
    if (kind === 'control' && wanted.some((type) => DOWN.includes(type)))
      found.push(`${say} acts before the pointer is lifted`)
    if (kind && wanted.some((type) => GESTURES.includes(type))) found.push(`${say} waits for a gesture`)
  }
  await session.detach()
  return found
}
