import { installDialog } from '@site/shared/testing/dialog'
import { installTiming } from '@site/shared/testing/install-timing'
import { NOTICE_ID, SCRIPTS_ID, STARTER } from './starter'

function loadPage(readyState: DocumentReadyState = 'loading'): void {
  installTiming({ composition: 7 })
  document.head.innerHTML = ''
  document.body.innerHTML = `<p id="${NOTICE_ID}"></p><script type="application/json" id="${SCRIPTS_ID}"></script>`
  const json = JSON.stringify({
    start: ['/vendor.js', '/main.js'].map((src) => ({ src, integrity: `sha256-${src}` })),
    styles: [{ href: '/late.css', integrity: 'sha256-late' }],
    preload: [{ href: '/page.js', integrity: 'sha384-abc' }],
    notice: 'still loading',
  })
  document.getElementById(SCRIPTS_ID)?.append(json)
  jest.spyOn(document, 'readyState', 'get').mockReturnValue(readyState)
  // Removes a page's listeners after its test.
  const listen = window.addEventListener.bind(window)
  const spy = jest.spyOn(window, 'addEventListener')
  spy.mockImplementation((type, listener, options) =>
    listen(type, listener, typeof options === 'object' ? options : { signal: listening.signal }),
  )
  // biome-ignore lint/security/noGlobalEval: the starter is text that the page runs inline
  // biome-ignore lint/complexity/noCommaOperator: an indirect eval runs it in the global scope
  ;(0, eval)(STARTER)
  spy.mockRestore()
}

installDialog()
let listening: AbortController
const sendBeacon = jest.fn()

beforeEach(() => {
  listening = new AbortController()
  jest.useFakeTimers()
  sendBeacon.mockReset()
  Object.assign(navigator, { sendBeacon })
})
afterEach(() => {
  // A pending starter would start in the next test.
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
  listening.abort()
})

const requested = () => [...document.head.children].map((tag) => tag.getAttribute('src') ?? tag.getAttribute('href'))

/** jsdom's events have no movement. */
const moveOf = (type: string, movementX: number, movementY: number) =>
  Object.assign(new Event(type, { bubbles: true }), { movementX, movementY })

describe('the starter', () => {
  it('P3: starts when the first frame after the load has reached the screen, all scripts at once', () => {
    loadPage()
    jest.advanceTimersByTime(10_000)
    window.dispatchEvent(new Event('load'))
    jest.advanceTimersByTime(50)
    expect(requested()).toEqual([])
    jest.advanceTimersByTime(50)
    expect(requested()).toEqual(['/vendor.js', '/main.js', '/late.css', '/page.js'])
  })

  it('runs the scripts of the start and only fetches the others', () => {
    loadPage('complete')
    jest.advanceTimersByTime(100)
    const checked = [...document.head.querySelectorAll<HTMLScriptElement>('script, [rel=stylesheet]')]
    expect(checked.map(({ integrity }) => integrity)).toEqual(['sha256-/vendor.js', 'sha256-/main.js', 'sha256-late'])
    expect(document.head.querySelector('link[rel=preload]')).toMatchObject({
      rel: 'preload',
      href: 'http://localhost/page.js',
      integrity: 'sha384-abc',
    })
  })

  it.each(['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel'])(
    'starts at once on the first %s, and only once',
    (type) => {
      loadPage()
      document.body.dispatchEvent(moveOf(type, 1, 0))
      expect(requested()).toHaveLength(4)
      document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
      window.dispatchEvent(new Event('load'))
      jest.advanceTimersByTime(50)
      expect(requested()).toHaveLength(4)
    },
  )

  // Browsers without Invoker Commands lost the press, and a press beside the menu did not close it.
  it('P3: opens the menu and closes it again before React is there', () => {
    loadPage()
    document.body.innerHTML =
      '<button command="show-modal" commandfor="menu"></button><dialog id="menu" closedby="any"></dialog>'
    const [button, dialog] = [document.querySelector('button'), document.querySelector('dialog')]
    button?.click()
    expect(dialog).toHaveAttribute('open')
    dialog?.click()
    expect(dialog).not.toHaveAttribute('open')
  })

  it('P3: does not start before the paint because the pointer rests over the page (it did: browsers send a move for that)', () => {
    loadPage()
    document.body.dispatchEvent(moveOf('pointermove', 0, 0))
    expect(requested()).toEqual([])
    document.body.dispatchEvent(moveOf('pointermove', 0, -1))
    expect(requested()).toHaveLength(4)
  })
})

describe('the starter, when something fails before the page can report it', () => {
  const sent = () => sendBeacon.mock.calls.map(([, body]) => JSON.parse(body))
  const broken = (message: string) =>
    new ErrorEvent('error', { message, filename: `${location.origin}/assets/shell/main.js`, lineno: 1, colno: 20 })

  beforeEach(() => loadPage())

  it('sends a script that this browser cannot read, by its place, when nobody takes it over', () => {
    window.dispatchEvent(broken('Uncaught SyntaxError: Unexpected token'))
    expect(sent()).toEqual([])
    jest.advanceTimersByTime(4_000)
    expect(sent()).toEqual([
      {
        composition: 7,
        kind: 'error',
        message: `Uncaught SyntaxError: Unexpected token ${location.origin}/assets/shell/main.js`,
        url: '/',
      },
    ])
  })

  it('sends a promise that nobody caught, with the places on its stack, and at once when the page is left', () => {
    const reason = Object.assign(new TypeError('dead'), {
      stack: `TypeError: dead\n    at x (${location.origin}/assets/shell/main.js:1:9)`,
    })
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
    window.dispatchEvent(new Event('pagehide'))
    expect(sent().at(-1)).toMatchObject({
      kind: 'unhandledrejection',
      message: expect.stringContaining('/assets/shell/main.js:1:9'),
    })
    const count = sent().length
    jest.advanceTimersByTime(60_000)
    expect(sent()).toHaveLength(count)
  })

  it('sends five at the most, however much goes wrong, and 2 kB each', () => {
    for (let count = 1; count <= 50; count += 1) window.dispatchEvent(broken(`${count} ${'x'.repeat(5_000)}`))
    jest.advanceTimersByTime(4_000)
    expect(sent()).toHaveLength(5)
    for (const [, body] of sendBeacon.mock.calls) expect(new Blob([body]).size).toBeLessThanOrEqual(2_048)
  })
})

describe('the starter, when a script of the start does not come', () => {
  const fetched = jest.fn()

  beforeEach(() => {
    fetched.mockReset()
    Object.assign(globalThis, { fetch: fetched })
    loadPage()
    document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
    tag('/main.js').dispatchEvent(new Event('load'))
  })
  afterEach(() => {
    document.head.querySelector('[src^="/vendor.js"]')?.dispatchEvent(new Event('load'))
    jest.mocked(console.error).mockClear()
  })

  const tag = (src: string) => document.head.querySelector(`script[src="${src}"]`) as HTMLScriptElement
  const answer = (...chunks: string[]) => ({
    ok: true,
    body: { getReader: () => ({ read: async () => ({ done: chunks.shift() === undefined }) }) },
  })
  const PATIENCE_MS = 4_001
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

  it('does not give up a slow line that goes on', async () => {
    let chunks = 0
    const slowly = () => new Promise((resolve) => setTimeout(() => resolve({ done: ++chunks > 5 }), 3_000))
    fetched.mockResolvedValue({ ok: true, body: { getReader: () => ({ read: slowly }) } })
    await pass(PATIENCE_MS)
    await pass(18_000)
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(tag('/vendor.js?1')).toBeInTheDocument()
  })

  it('fetches a style sheet again, but not while nobody looks at the page', async () => {
    const sheets = () => [...document.head.querySelectorAll('link[rel=stylesheet]')]
    const [first] = sheets()
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    first?.dispatchEvent(new Event('error'))
    await pass(3_600_000)
    expect(sheets()).toEqual([])
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sheets()).toMatchObject([{ href: 'http://localhost/late.css' }])
    expect(sheets()).not.toContain(first)
  })

  it('never runs a script twice: what arrives late is retired', async () => {
    fetched.mockResolvedValue(answer('whole'))
    const late = tag('/vendor.js')
    await pass(PATIENCE_MS)
    tag('/vendor.js?1').dispatchEvent(new Event('load'))
    expect(late.ownerDocument).not.toBe(document)
    await pass(60_000)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('rests while nobody looks at the page', async () => {
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    tag('/vendor.js').dispatchEvent(new Event('error'))
    await pass(3_600_000)
    expect(fetched).not.toHaveBeenCalled()
    hidden.mockReturnValue(false)
    fetched.mockResolvedValue(answer('whole'))
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(tag('/vendor.js?1')).toBeInTheDocument()
  })
})
