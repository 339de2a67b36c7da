import { installTiming } from '@site/shared/testing/install-timing'
import { START_EVENT } from '../document/start-event'

const sendBeacon = jest.fn<boolean, [string, string]>(() => true)
const reports = () => sendBeacon.mock.calls.map(([, body]) => JSON.parse(body))

function thrown(message: string, frames: readonly string[] = ['/assets/catalog/a.js:1:234']): Error {
  const error = new TypeError(message)
  error.stack = [`TypeError: ${message}`, ...frames.map((it) => `    at x (${window.location.origin}${it})`)].join('\n')
  return error
}

const throwHere = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error, message: 'Uncaught' }))

let page: typeof import('./report-failures')
let listening: AbortController
const kept = () => (window as unknown as Record<string, Event[]>)[START_EVENT] ?? []

// Reported failures are remembered per page, so each test gets its own.
beforeEach(async () => {
  jest.resetModules()
  sendBeacon.mockClear()
  Object.assign(navigator, { sendBeacon })
  Object.assign(window, { [START_EVENT]: [] })
  installTiming({ composition: 7 })
  listening = new AbortController()
  const { signal } = listening
  for (const type of ['error', 'unhandledrejection']) window.addEventListener(type, (it) => kept().push(it), { signal })
  page = await import('./report-failures')
  page.reportFailures()
})

afterEach(() => listening.abort())

it('reports the same failure once, a promise nobody caught, and what a boundary caught', () => {
  throwHere(thrown('x is not a function'))
  throwHere(thrown('x is not a function'))
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: thrown('lost') }))
  const caught = thrown('rendered nothing')
  page.reportCaught(caught)
  const about = { composition: 7, url: '/', name: 'TypeError', stack: ['/assets/catalog/a.js:1:234'] }
  expect(reports()).toEqual([
    { ...about, kind: 'throw', message: 'x is not a function' },
    { ...about, kind: 'rejection', message: 'lost' },
    { ...about, kind: 'throw', message: 'rendered nothing' },
  ])
  expect(console.error).toHaveBeenCalledWith(caught)
  jest.mocked(console.error).mockClear()
})

it('reports what was not as the server had sent it, by the components it is in, each once', () => {
  const error = thrown('Minified React error #418', ['/assets/shell/vendor.js:1:9'])
  const within = (file: string) => ({
    componentStack: `\n    at p\n    at a (${window.location.origin}/assets/catalog/${file}.js:1:20)\n    at main`,
  })
  page.reportRepair(error, within('card'))
  page.reportRepair(error, within('card'))
  page.reportRepair(error, within('form'))
  expect(reports()).toMatchObject([
    { kind: 'repair', stack: ['/assets/catalog/card.js:1:20', '/assets/shell/vendor.js:1:9'] },
    { kind: 'repair', stack: ['/assets/catalog/form.js:1:20', '/assets/shell/vendor.js:1:9'] },
  ])
  expect(console.error).toHaveBeenCalledWith(error)
  jest.mocked(console.error).mockClear()
})

// A translator's or an extension's change of the page was counted against the release.
it('tells a repair apart where something else had changed the page', async () => {
  jest.resetModules()
  jest.doMock('../document/server-document', () => ({ wasAltered: () => true }))
  const altered = await import('./report-failures')
  altered.reportRepair(thrown('Minified React error #418'), { componentStack: '' })
  expect(reports()).toMatchObject([{ kind: 'altered' }])
  jest.dontMock('../document/server-document')
  jest.mocked(console.error).mockClear()
})

it('sends 2 kB at the most, nothing of the visitor, and nothing before the page has loaded', () => {
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  jest.useFakeTimers()
  installTiming({ composition: 7 })
  throwHere(thrown('字'.repeat(5_000), Array(20).fill(`/assets/catalog/${'é'.repeat(300)}.js:1:2`)))
  expect(reports()).toEqual([])
  window.dispatchEvent(new Event('load'))
  jest.runAllTimers()
  const [[, body] = ['', '']] = sendBeacon.mock.calls
  expect(new Blob([body]).size).toBeLessThanOrEqual(2_048)
  expect(JSON.parse(body)).toMatchObject({ composition: 7, kind: 'throw' })
  state.mockRestore()
})

it('stops after five, however much goes wrong', () => {
  for (let count = 1; count <= 20; count += 1) throwHere(thrown(`failure ${count}`))
  expect(reports().map(({ message }) => message)).toEqual([1, 2, 3, 4, 5].map((count) => `failure ${count}`))
})

it('reports what the starter kept before, and a script that cannot be read by its place', async () => {
  jest.resetModules()
  const filename = `${window.location.origin}/assets/catalog/a.js`
  Object.assign(window, {
    [START_EVENT]: [new ErrorEvent('error', { message: 'early', filename, lineno: 1, colno: 7 })],
  })
  const later = await import('./report-failures')
  later.reportFailures()
  expect(reports()).toMatchObject([{ kind: 'throw', message: 'early', stack: ['/assets/catalog/a.js:1:7'] }])
  expect([...kept()]).toEqual([])
})
