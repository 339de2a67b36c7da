/** What the page tells its starter, as JSON beside it. */
export type Scripts = {
  /** Addresses of the shell's start. */
  start: readonly string[]
  /** Style sheets of what only scripts bring onto the page. */
  styles: readonly string[]
  /** What those will ask for. */
  preload: readonly { href: string; integrity?: string | undefined }[]
  /** What a visitor is told when a script of the start does not come. */
  notice: string
  /** Number of the composition, for the report. */
  composition: number
}

/**
 * The only script that runs with the page: it asks for nothing until the page has loaded and
 * painted, or until the first touch, key, pointer or focus, whichever comes first. Then it fetches
 * every script of the page at once and runs those of the shell's start, in the order they come: webpack's runtime
 * waits for what is missing.
 *
 * A script of the start that fails or stalls is reported once and fetched again, while somebody looks at the page, at an
 * address past what the browser may have cached of it; a fetch, unlike a script element, can be given up and tells
 * a slow line from a dead one. The first element may still arrive: whichever runs first retires the others, for a
 * script that lies in another document never runs. A style sheet that fails is only fetched again.
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

  let missing: number
  const waiting = new AbortController()
  const aside = document.implementation.createHTMLDocument()

  const add = <Name extends 'script' | 'link'>(name: Name, values: object): HTMLElementTagNameMap[Name] => {
    const tag = Object.assign(document.createElement(name), values)
    document.head.append(tag)
    return tag
  }

  /** Acts now, or as soon as somebody looks at the page. */
  const whenSeen = (act: () => void): void => {
    if (document.hidden) document.addEventListener('visibilitychange', () => whenSeen(act), { once: true })
    else act()
  }

  const dress = (href: string) => {
    const onerror = () => {
      tag.remove()
      setTimeout(() => whenSeen(() => dress(href)), patience)
    }
    const tag = add('link', { rel: 'stylesheet', href, onerror })
  }

  const run = (src: string, notice: string, composition: number) => {
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
        const message = `${src} ${what}`
        const report = { composition, kind: 'load', name: 'ChunkLoadError', message, url: location.pathname }
        navigator.sendBeacon?.('/beacon', JSON.stringify(report))
      }
      clearTimeout(timer)
      timer = setTimeout(ask, rest)
    }
    const show = (address: string) => {
      const tag = add('script', {
        src: address,
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
    const scripts: Scripts = JSON.parse(document.getElementById(scriptsId)?.textContent ?? '')
    missing = scripts.start.length
    for (const src of scripts.start) run(src, scripts.notice, scripts.composition)
    scripts.styles.forEach(dress)
    for (const hint of scripts.preload) add('link', { rel: 'preload', as: 'script', ...hint })
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
