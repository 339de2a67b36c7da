/** What the page tells its starter, as JSON beside it. */
export type Scripts = {
  /** Addresses of the shell's start. */
  start: readonly { src: string; integrity: string }[]
  /** Style sheets of what only scripts bring onto the page. */
  styles: readonly { href: string; integrity: string }[]
  /** What those will ask for. */
  preload: readonly { href: string; integrity: string }[]
  /** What a visitor is told when a script of the start does not come. */
  notice: string
}

/**
 * The document has it after the page, with what it reads. It asks for nothing until the page has loaded and
 * painted, or until the first touch, key, pointer or focus, whichever comes first. Then it fetches
 * every script of the page at once and runs those of the shell's start, in the order they come: webpack's runtime
 * waits for what is missing.
 *
 * A script of the start that fails or stalls is reported once and fetched again, while somebody looks at the page, at an
 * address past what the browser may have cached of it; a fetch, unlike a script element, can be given up and tells
 * a slow line from a dead one. The first element may still arrive: whichever runs first retires the others, for a
 * script that lies in another document never runs. A style sheet that fails is only fetched again.
 *
 * What fails before the page's own reporter has loaded is kept for it, and sent from here when it never comes: a script
 * that this browser cannot read, or that throws before anything else, reports nothing by itself.
 *
 * The build puts the text of this one function into the page (`scripts/webpack/inline-script-loader.cjs`): it can use
 * nothing that stands outside it.
 */
export default function starter(scriptsId: string, noticeId: string, startEvent: string): void {
  /** How long a frame may take from its drawing to the screen, in ms: until then the page has not painted. */
  const toTheScreen = 50
  /** In ms: a line that brings nothing for so long is given up, and what failed is asked for at least as often. */
  const patience = 4_000
  const firstRest = 1_000

  /** Reports sent at a time, and letters of one. */
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
    // As `readTiming` of `@site/shared/composition-timing` reads it. What says no number is the origin's to place.
    const { serverTiming } = Object(performance.getEntriesByType?.('navigation')[0])
    const timing = serverTiming?.find((it: PerformanceServerTiming) => it.name === 'composition')
    const composition = +timing?.description || undefined
    const said = { composition, kind, name, message, url: location.pathname }
    navigator.sendBeacon?.('/beacon', JSON.stringify(said))
  }

  /** The page's reporter empties it and puts itself in the place of `push`. */
  const kept: Event[] = []
  Object(window)[startEvent] = kept
  const sendKept = () => {
    // What cannot be read is on no stack: its file is named besides. The origin finds places in the text.
    for (const it of kept.splice(0, most).map(Object))
      report(it.type, `${(it.error ?? it.reason)?.stack ?? it.message} ${it.filename}`.slice(0, longest))
  }
  const keep = (event: Event) => {
    if (kept.push(event) === 1) setTimeout(sendKept, patience)
  }
  addEventListener('error', keep)
  addEventListener('unhandledrejection', keep)
  addEventListener('pagehide', sendKept)

  /** Acts now, or as soon as somebody looks at the page. */
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
    const restOf = () => Math.min(firstRest * 2 ** count, patience)
    const fail = (what: string, rest: number) => {
      if (isDone) return
      if (!isReported) {
        isReported = true
        say(notice)
        console.error('ChunkLoadError', src, what)
        report('load', `${src} ${what}`, 'ChunkLoadError')
      }
      clearTimeout(timer)
      timer = setTimeout(ask, rest)
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
          if (!fetching) fail('failed', restOf())
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
      let rest: number | undefined
      watch()
      try {
        const { ok, body } = await fetch(address, { signal: mine.signal })
        if (!ok || !body) throw 0
        const reader = body.getReader()
        while (!(await reader.read()).done) watch()
      } catch {
        rest = mine.signal.aborted ? 0 : restOf()
      }
      fetching = undefined
      if (isDone) return
      clearTimeout(timer)
      if (rest === undefined) show(address)
      else fail('failed', rest)
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
  const afterPaint = () => requestAnimationFrame(() => setTimeout(go, toTheScreen))
  if (document.readyState === 'complete') afterPaint()
  else addEventListener('load', afterPaint)
}
