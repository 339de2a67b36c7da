export type Scripts = {
  start: readonly { src: string; integrity: string }[]
  /** Style sheets that only scripts bring onto the page. */
  styles: readonly { href: string; integrity: string }[]
  preload: readonly { href: string; integrity: string }[]
  notice: string
}

/**
 * Inline script at the end of the document. Asks for nothing until the page has loaded and painted, or until the first
 * touch, key, pointer or focus. Then it fetches every script at once and runs those of the shell's start as they come:
 * webpack's runtime waits for what is missing.
 *
 * A start script that fails or stalls is reported once and fetched again while the page is visible, past the browser's
 * cache; unlike a script element, a fetch can be given up and tells a slow line from a dead one. The first to run retires
 * the others: a script in another document never runs.
 *
 * Early failures are kept for the page's reporter, and sent from here when that never comes. Changes of the page by
 * others, such as extensions, are kept for the moment before React takes it over.
 *
 * The build inlines this one function (`kit/webpack/inline-script-loader.cjs`): it can use nothing outside it.
 */
export default function starter(scriptsId: string, noticeId: string, startEvent: string): void {
  /** ms from drawing a frame to its paint. */
  const toTheScreen = 50
  /** ms without a byte before a request is given up. */
  const patience = 4_000
  /** ms between attempts. */
  const rest = 2_000

  /** Reports sent at a time, and characters kept of each. */
  const most = 5
  const longest = 300

  let missing: number
  const waiting = new AbortController()
  const aside = document.implementation.createHTMLDocument()

  const add = <Name extends 'script' | 'link'>(name: Name, values: object): HTMLElementTagNameMap[Name] => {
    const tag = Object.assign(document.createElement(name), values)
    document.head.append(tag)
    return tag
  }

  const scripts = (): Scripts => JSON.parse(document.getElementById(scriptsId)?.textContent ?? '')

  const report = (kind: string, message: string, name?: string) => {
    // The same as `readTiming` of `@site/shared/composition-timing`.
    const { serverTiming } = Object(performance.getEntriesByType?.('navigation')[0])
    const timing = serverTiming?.find((it: PerformanceServerTiming) => it.name === 'composition')
    const composition = +timing?.description || undefined
    const said = { composition, kind, name, message, url: location.pathname }
    navigator.sendBeacon?.('/beacon', JSON.stringify(said))
  }

  /** The page's reporter empties it and puts itself in the place of `push`. */
  const kept: Event[] = []
  /** Other changes of the page before React knows it (`server-document.ts`). */
  const changes: MutationRecord[] = []
  const observer = new MutationObserver((records) => changes.push(...records))
  observer.observe(document.body, { childList: true, subtree: true, characterDataOldValue: true })
  Object(window)[startEvent] = Object.assign(kept, { changes, observer })
  const sendKept = () => {
    // A script that cannot be parsed has no stack, so its file is named.
    for (const it of kept.splice(0, most).map(Object))
      report(it.type, `${(it.error ?? it.reason)?.stack ?? it.message} ${it.filename}`.slice(0, longest))
  }
  const keep = (event: Event) => {
    if (kept.push(event) === 1) setTimeout(sendKept, patience)
  }
  addEventListener('error', keep)
  addEventListener('unhandledrejection', keep)
  addEventListener('pagehide', sendKept)

  const whenSeen = (act: () => void): void => {
    if (document.hidden) document.addEventListener('visibilitychange', () => whenSeen(act), { once: true })
    else act()
  }

  const dress = (sheet: Scripts['styles'][number]) => {
    const onerror = () => {
      tag.remove()
      setTimeout(() => whenSeen(() => dress(sheet)), patience)
    }
    const tag = add('link', { rel: 'stylesheet', ...sheet, onerror })
  }

  const run = ({ src, integrity }: Scripts['start'][number], notice: string) => {
    const tags: HTMLScriptElement[] = []
    let count = 0
    let isReported: boolean
    let isDone: boolean
    let timer: ReturnType<typeof setTimeout> | undefined
    let fetching: AbortController | undefined

    const say = (text: string) => {
      const place = document.getElementById(noticeId)
      if (place) place.textContent = text
    }
    const fail = (what: string, pause: number) => {
      if (isDone) return
      if (!isReported) {
        isReported = true
        say(notice)
        console.error('ChunkLoadError', src, what)
        report('load', `${src} ${what}`, 'ChunkLoadError')
      }
      clearTimeout(timer)
      timer = setTimeout(ask, pause)
    }
    const show = (address: string) => {
      const tag = add('script', {
        src: address,
        integrity,
        onload() {
          isDone = true
          clearTimeout(timer)
          fetching?.abort()
          for (const other of tags) if (other !== tag) aside.adoptNode(other)
          if (!--missing) say('')
          dispatchEvent(new Event(startEvent))
        },
        onerror() {
          if (!fetching) fail('failed', rest)
        },
      })
      tags.push(tag)
    }
    const ask = () => whenSeen(fetchIt)
    const fetchIt = async () => {
      const mine = new AbortController()
      fetching = mine
      const watch = () => {
        clearTimeout(timer)
        timer = setTimeout(() => mine.abort(), patience)
      }
      const address = `${src}?${++count}`
      let pause: number | undefined
      watch()
      try {
        const { ok, body } = await fetch(address, { signal: mine.signal })
        if (!ok || !body) throw 0
        const reader = body.getReader()
        while (!(await reader.read()).done) watch()
      } catch {
        pause = mine.signal.aborted ? 0 : rest
      }
      fetching = undefined
      if (isDone) return
      clearTimeout(timer)
      if (pause === undefined) show(address)
      else fail('failed', pause)
    }
    timer = setTimeout(() => fail('stalled', 0), patience)
    show(src)
  }

  const go = () => {
    if (waiting.signal.aborted) return
    waiting.abort()
    const { start, styles, preload, notice } = scripts()
    missing = start.length
    for (const script of start) run(script, notice)
    styles.forEach(dress)
    for (const hint of preload) add('link', { rel: 'preload', as: 'script', ...hint })
  }
  const wake = (event: Event) => {
    // Browsers send a move of a pointer that only rests where a page appears below it.
    const { type, movementX, movementY } = event as PointerEvent
    if (type !== 'pointermove' || movementX || movementY) go()
  }
  const options = { capture: true, passive: true, signal: waiting.signal }
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel'])
    addEventListener(type, wake, options)
  // The menu, where the browser knows no `command` and React has not come yet, or no `closedby`.
  if (!('command' in HTMLButtonElement.prototype))
    addEventListener('click', ({ target, defaultPrevented }) => {
      const at = target as Element
      const button = at.closest('[commandfor]')
      const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '') ?? at
      if (defaultPrevented || !dialog.matches('dialog[closedby]')) return
      if (button?.matches('[command=show-modal]')) (dialog as HTMLDialogElement).showModal()
      else (dialog as HTMLDialogElement).close()
    })
  const afterPaint = () => requestAnimationFrame(() => setTimeout(go, toTheScreen))
  if (document.readyState === 'complete') afterPaint()
  else addEventListener('load', afterPaint)
}
