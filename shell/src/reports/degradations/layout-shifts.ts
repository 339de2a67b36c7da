import { observe, type ReportDegradation } from './observe'
import { findComponent } from './react-owner'

/** A tenth of what a page may have and still count as good (https://web.dev/articles/cls): a shift that a visitor sees. */
const LEAST = 0.01

type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: readonly Source[] }

/** Reports what moves without a visitor having done anything, by the component that has made room for itself. */
export function watchShifts(report: ReportDegradation): void {
  observe<Shift>('layout-shift', (shifts) => {
    for (const { value, hadRecentInput, sources } of shifts) {
      if (hadRecentInput || value < LEAST) continue
      const element = causeOf(sources)
      if (!element) continue
      void findComponent(element).then((place) => report('layout-shift', value.toFixed(3), place ? [place] : []))
    }
  })
}

/**
 * What stands where the uppermost of the moved elements was has moved it. Where it went up something above it has gone,
 * and where it went aside something beside it has changed: then it is what is around it.
 */
export function causeOf(sources: readonly Source[]): Element | undefined {
  const moved = sources
    .map(({ node, previousRect, currentRect }) => ({ element: elementOf(node), previousRect, currentRect }))
    .filter(({ element }) => element !== null)
    .sort((a, b) => a.previousRect.top - b.previousRect.top)
  const [first] = moved
  if (!first?.element) return undefined
  const { element, previousRect, currentRect } = first
  const down = currentRect.top - previousRect.top
  const x = currentRect.left + currentRect.width / 2
  const inBetween = down > 0 ? elementIn(x, currentRect.top - down / 2) : undefined
  return inBetween ?? element.parentElement ?? element
}

/** What lies over the page, as a header that stays does, moves nothing on it. */
function elementIn(x: number, y: number): Element | undefined {
  return document.elementsFromPoint(x, y).find((element) => !staysInPlace(element))
}

function staysInPlace(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true
  return false
}

function elementOf(node: Node | null): Element | null {
  return node instanceof Element ? node : (node?.parentElement ?? null)
}
