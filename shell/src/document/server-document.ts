import { START_EVENT } from './start-event'

const STATEFUL = 'input,select,textarea,details,dialog,summary,a,button'

type Stateful = HTMLElement & Partial<Omit<HTMLInputElement, keyof HTMLElement>> & { open?: boolean }
type Changes = { changes?: MutationRecord[]; observer?: MutationObserver }

const { changes = [], observer }: Changes = Object(globalThis)[START_EVENT] ?? {}
const nodes = new Map<Element, Node[]>()
let stateful: Stateful[] = []
let focused: Element | null = null
let isAltered = false

/** Takes back what translators, password managers and extensions did to a part of the page, so that React knows it. */
export function takeBackChanges(part: Element): void {
  if (isRenderedAnew(part)) return
  const records = [...changes.splice(0), ...(observer?.takeRecords() ?? [])]
  for (const { target, addedNodes, removedNodes, nextSibling, oldValue } of records.reverse()) {
    if (!part.contains(target)) continue
    isAltered = true
    if (oldValue !== null) target.nodeValue = oldValue
    for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node)
    const next = nextSibling?.parentNode === target ? nextSibling : null
    for (const node of removedNodes) target.insertBefore(node, next)
  }
  observer?.takeRecords()
}

/** React has rendered the part itself, not taken it over: its boundary's comment is gone, and all changes are its own. */
function isRenderedAnew(part: Element): boolean {
  return (nodes.get(part) ?? []).some((it) => it instanceof Comment && it.parentNode !== part)
}

/** True if the page was changed by something else before React took it over: no release is to blame for a repair. */
export const wasAltered = () => isAltered

/** Remembers nodes and fields of the server's document until the page is interactive. */
export function keepServerDocument(root: Element, page: Element | null): void {
  for (const part of [root, page]) if (part) nodes.set(part, [...part.childNodes])
  stateful = [...root.querySelectorAll<Stateful>(STATEFUL)]
  focused = document.activeElement
  document.addEventListener('focusin', followFocus)
}

function followFocus({ target }: Event): void {
  focused = target as Element
}

export function forgetServerDocument(): void {
  nodes.clear()
  stateful = []
  observer?.disconnect()
  changes.length = 0
  document.removeEventListener('focusin', followFocus)
}

export const isKept = (part: Element | null) => part !== null && nodes.has(part)

/** A crash on the client must not take away the document that the server sent. Copies, which React has not marked. */
export function showServerDocument(part: Element): void {
  part.replaceChildren(...(nodes.get(part) ?? []).map((it) => it.cloneNode(true)))
}

/** After React rendered anew what it could not take over: values, choices, open parts, selection and focus. */
export function restoreState(root: Element): void {
  const now = [...root.querySelectorAll<Stateful>(STATEFUL)]
  const nameOf = ({ tagName, name, type }: Stateful) => `${tagName} ${name} ${type}`
  const before = stateful
  stateful = before.map((old) => {
    if (old.isConnected) return old
    const alike = (it: Stateful) => nameOf(it) === nameOf(old)
    const renewed = now.filter(alike)[before.filter(alike).indexOf(old)]
    if (!renewed) return old
    copyState(old, renewed)
    return renewed
  })
}

function copyState(old: Stateful, renewed: Stateful): void {
  if (old.open) renewed instanceof HTMLDialogElement ? renewed.showModal() : renewed.setAttribute('open', '')
  if (old.checked !== renewed.checked) renewed.click()
  if (old.value !== renewed.value && old.localName !== 'button') {
    // Past React's own property, which would take the value for known.
    Reflect.set(Object.getPrototypeOf(renewed), 'value', old.value, renewed)
    for (const type of ['input', 'change']) renewed.dispatchEvent(new Event(type, { bubbles: true }))
  }
  if (old !== focused) return
  renewed.focus()
  if (old.selectionStart != null) renewed.setSelectionRange?.(old.selectionStart, old.selectionEnd ?? null)
}
