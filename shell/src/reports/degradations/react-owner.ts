/**
 * Which code an element is of, by what React notes at elements (`react-dom` 19: `__reactProps$…`, `__reactFiber$…`). Neither is
 * promised to anybody: `react-owner.test.tsx` notices when one is gone, and then nothing is charged.
 */

import { findFunction } from './find-code'

/** What is around the pages. */
const SHELL = 'shell'

type Code = (...args: never) => unknown
type Fiber = { type?: unknown; return?: Fiber | null }

/** The package whose page an element is in; around the pages it is the shell. */
export function packageOf(element: Element): string {
  return element.closest<HTMLElement>('[data-boundary]')?.dataset.boundary ?? SHELL
}

/**
 * What handles an event at an element.
 * @param events names in the order in which they are looked for, each from the element upwards
 */
export function handlerOf(element: Element, events: readonly string[]): { code: Code; element: Element } | undefined {
  for (const event of events) {
    const wanted = [`on${event}`, `on${event}capture`]
    for (let at: Element | null = element; at; at = at.parentElement) {
      const props = Object(noteOf(at, '__reactProps$'))
      const name = Object.keys(props).find((it) => wanted.includes(it.toLowerCase()) && typeof props[it] === 'function')
      if (name) return { code: props[name], element: at }
    }
  }
  return undefined
}

/** The place of the innermost component that made an element and is code of the package whose page it is in. */
export async function findComponent(element: Element): Promise<string | undefined> {
  const owner = packageOf(element)
  for (const code of componentsOf(element)) {
    const place = await findFunction(code, owner)
    if (place) return place
  }
  return undefined
}

/** From the innermost on. */
function componentsOf(element: Element): Code[] {
  const components: Code[] = []
  let fiber = firstNote(element)
  for (; fiber; fiber = fiber.return ?? undefined) {
    const { type } = fiber
    // `memo` and `forwardRef` wrap it.
    const code = typeof type === 'function' ? type : (Object(type).render ?? Object(type).type)
    if (typeof code === 'function') components.push(code)
  }
  return components
}

/** Of the element, or of the next one around it that React has made. */
function firstNote(element: Element): Fiber | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const fiber = noteOf(at, '__reactFiber$')
    if (fiber) return fiber as Fiber
  }
  return undefined
}

function noteOf(element: Element, name: string): unknown {
  const key = Object.keys(element).find((it) => it.startsWith(name))
  return key && Reflect.get(element, key)
}
