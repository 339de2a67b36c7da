import { installTiming } from '@site/shared/testing/install-timing'
import { causeOf } from './layout-shifts'
import { watchDegradations } from './watch-degradations'

const sendBeacon = jest.fn<boolean, [string, string]>(() => true)
const reports = () => sendBeacon.mock.calls.map(([, body]) => JSON.parse(body))
const answer = jest.fn<Promise<Response>, [unknown, unknown]>()
const settle = () => new Promise((resolve) => setTimeout(resolve))

type Observed = { type: string; entries: object[] }
/** What the browser has noted when it is asked. */
function note(...observed: Observed[]): void {
  class Observer {
    static supportedEntryTypes = observed.map(({ type }) => type)
    constructor(private readonly onEntries: (list: { getEntries: () => object[] }) => void) {}
    observe({ type }: { type: string }) {
      this.onEntries({ getEntries: () => observed.find((it) => it.type === type)?.entries ?? [] })
    }
  }
  Object.assign(window, { PerformanceObserver: Observer })
}

beforeEach(() => {
  sendBeacon.mockClear()
  Object.assign(navigator, { sendBeacon })
  Object.assign(window, { fetch: answer })
  installTiming({ composition: 7 })
  note()
})

describe('calls', () => {
  async function call(address: string, outcome: { status: number } | Error | string) {
    const isAnswer = typeof outcome === 'object' && 'status' in outcome
    answer.mockReturnValueOnce(isAnswer ? Promise.resolve(outcome as Response) : Promise.reject(outcome))
    await window.fetch(address, { method: 'POST' }).catch(() => {})
    await settle()
  }
  /** Stacks of these tests name files, of browsers addresses. */
  const RealError = Error
  beforeEach(() => {
    const stack = `Error\n    at fetch (http://localhost/assets/shell/w.js:1:1)\n    at load (http://localhost/assets/catalog/a.js:1:20)`
    window.Error = class extends RealError {
      override stack = stack
    } as ErrorConstructor
    watchDegradations()
  })
  afterEach(() => {
    window.Error = RealError
  })

  it('that the API cannot answer are reported by who made them, each place once, and are answered as before', async () => {
    await call('/api/payments/create-payment-intent', { status: 500 })
    await call('/api/payments/create-payment-intent', { status: 502 })
    expect(answer).toHaveBeenLastCalledWith('/api/payments/create-payment-intent', { method: 'POST' })
    expect(reports()).toEqual([
      {
        composition: 7,
        url: '/',
        kind: 'failed-call',
        message: '/api/payments/create-payment-intent 500',
        stack: ['/assets/catalog/a.js:1:20'],
      },
    ])
  })

  it('that never arrive are reported, but not without a network, nor those that were given up', async () => {
    await call('/api/a', new DOMException('gone', 'AbortError'))
    await call('/api/a', 'a reason of its own')
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await call('/api/b', new TypeError('Failed to fetch'))
    online.mockReturnValue(true)
    expect(reports()).toEqual([])
    await call('/api/c', new TypeError('Failed to fetch'))
    expect(reports()).toMatchObject([{ kind: 'failed-call', message: '/api/c no answer' }])
  })

  it.each([
    ['that are refused', '/api/account/login', 401],
    ['that are no calls of the API', '/assets/catalog/a.js', 500],
    ['of other hosts', 'https://api.stripe.com/api/x', 500],
    ['of what is no address', 'https://[', 500],
  ])('%s are none of its business', async (_, address, status) => {
    await call(address, { status })
    expect(reports()).toEqual([])
  })
})

describe('what the browser notes', () => {
  const rect = (top: number, left = 0) => ({ top, left, width: 100, height: 20 }) as DOMRectReadOnly

  it('of a shift is charged to what stands where the uppermost moved element was', () => {
    const header = '<header style="position: sticky"><b>over it</b></header>'
    document.body.innerHTML = `${header}<section><i>late</i><p>first</p><p>second</p></section>`
    const [over, late, first, second] = ['b', 'i', 'p', 'p + p'].map((it) => document.querySelector(it))
    const asked: number[][] = []
    document.elementsFromPoint = (x, y) => {
      asked.push([x, y])
      return [over, late].filter((it) => it !== null && it !== undefined)
    }
    const sources = [
      { node: second ?? null, previousRect: rect(60), currentRect: rect(220) },
      { node: first?.firstChild ?? null, previousRect: rect(40), currentRect: rect(200) },
    ]
    expect(causeOf(sources)).toBe(late)
    expect(asked).toEqual([[50, 120]])
  })

  it('of a shift upwards or sideways is charged to what is around it, and of nothing to nobody', () => {
    document.body.innerHTML = '<section><p>first</p></section>'
    const node = document.querySelector('p')
    const around = document.querySelector('section')
    expect(causeOf([{ node, previousRect: rect(60), currentRect: rect(20) }])).toBe(around)
    expect(causeOf([{ node, previousRect: rect(60), currentRect: rect(60, 30) }])).toBe(around)
    expect(causeOf([{ node: null, previousRect: rect(60), currentRect: rect(20) }])).toBeUndefined()
  })

  it('of an interaction is charged to the script that ran longest meanwhile, where that is not React', async () => {
    answer.mockResolvedValue({ ok: true, text: async () => 'a;\nb;addEventListener' } as Response)
    const script = (file: string, duration: number) => ({
      ...{ startTime: 1_020, duration, sourceCharPosition: 5 },
      sourceURL: `${window.location.origin}/assets/catalog/${file}.js`,
    })
    const before = { ...script('before', 900), startTime: 10 }
    note(
      {
        type: 'long-animation-frame',
        entries: [
          { startTime: 0, duration: 950, scripts: [before] },
          { startTime: 1_010, duration: 400, scripts: [script('short', 20), script('slow', 300)] },
        ],
      },
      {
        type: 'event',
        entries: [
          {
            name: 'keydown',
            interactionId: 9,
            startTime: 1_000,
            duration: 360,
            processingStart: 1_010,
            processingEnd: 1_020,
            target: null,
          },
        ],
      },
    )
    watchDegradations()
    await settle()
    await settle()
    expect(reports()).toMatchObject([
      { kind: 'slow-interaction', message: 'keydown 360 ms', stack: ['/assets/catalog/slow.js:2:3'] },
    ])
  })

  it('of an interaction is charged to nobody where a script of others ran longest, an extension say', async () => {
    const scripts = [{ startTime: 1_020, duration: 300, sourceCharPosition: 5, sourceURL: 'chrome-extension://x/a.js' }]
    document.body.innerHTML = '<button>Add</button>'
    const target = document.querySelector('button')
    Object.assign(target ?? {}, { __reactProps$x: { onClick: () => 1 } })
    note(
      { type: 'long-animation-frame', entries: [{ startTime: 1_010, duration: 400, scripts }] },
      { type: 'event', entries: [{ name: 'click', interactionId: 9, startTime: 1_000, duration: 360, target }] },
    )
    answer.mockResolvedValue({ ok: true, text: async () => '() => 1' } as Response)
    watchDegradations()
    await settle()
    await settle()
    expect(reports()).toEqual([])
  })

  it('is not reported where no code is known by it', async () => {
    note(
      {
        type: 'layout-shift',
        entries: [
          { value: 0.3, hadRecentInput: false, sources: [] },
          { value: 0.3, hadRecentInput: true, sources: [] },
        ],
      },
      {
        type: 'event',
        entries: [
          {
            name: 'click',
            interactionId: 9,
            startTime: 0,
            duration: 360,
            processingStart: 0,
            processingEnd: 300,
            target: null,
          },
        ],
      },
    )
    watchDegradations()
    await settle()
    expect(reports()).toEqual([])
  })
})
