import { sendReport } from './send-report'

/** Longer than a page module may take before its spinner shows. */
const ANSWER_MS = 2_000
const ANSWERS = ['focusin', 'blur', 'scroll', 'invalid', 'beforeprint', 'visibilitychange', 'pagehide']

/**
 * Reports once a document a press on a hydrated button that changes nothing: neither page, address, focus nor view.
 * `data-inert` marks a button that is specified to do nothing.
 */
export function watchPresses(): void {
  const watching = new AbortController()
  addEventListener('click', handleClick, { capture: true, signal: watching.signal })

  function handleClick({ target }: MouseEvent): void {
    const button = target instanceof Element && target.closest('button')
    // React's mark; before it, a press is replayed later or lost with its page's module.
    if (!button || button.dataset.inert !== undefined || !Object.keys(button).some((it) => it.startsWith('__react')))
      return
    const { href } = location
    const page = button.closest<HTMLElement>('[data-boundary]')?.dataset.boundary
    const answered = new AbortController()
    const answer = () => answered.abort()
    const observer = new MutationObserver(answer)
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    for (const type of ANSWERS) addEventListener(type, answer, { capture: true, signal: answered.signal })
    setTimeout(() => {
      observer.disconnect()
      if (answered.signal.aborted || watching.signal.aborted || location.href !== href) return answer()
      answer()
      watching.abort()
      sendReport({ kind: 'dead', page })
    }, ANSWER_MS)
  }
}
