import { watchUse } from './watch-use'

// Each of these pages called itself interactive, and the canary with it went to everybody.
describe('D5: reports of a hydrated page', () => {
  let listening = new AbortController()
  const sendBeacon = jest.fn()
  const kinds = () => sendBeacon.mock.calls.map(([, body]) => JSON.parse(body).kind)
  const show = (hit?: string) => {
    document.body.insertAdjacentHTML('beforeend', '<main><h1>Courses</h1></main><p class="overlay"></p>')
    document.elementFromPoint = () => document.querySelector(hit ?? 'h1')
    Object.assign(document.querySelector('h1') ?? {}, { __reactFiber$a: {} })
  }
  const setHidden = (isHidden: boolean) => jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  const leave = () => {
    setHidden(true)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  beforeEach(() => {
    jest.useFakeTimers()
    sendBeacon.mockReset()
    Object.assign(navigator, { sendBeacon, userActivation: { hasBeenActive: false } })
    const listen = document.addEventListener.bind(document)
    jest
      .spyOn(document, 'addEventListener')
      .mockImplementation((type, listener) => listen(type, listener, { signal: listening.signal }))
    document.body.innerHTML = ''
    watchUse()
    jest.advanceTimersByTime(100)
  })
  afterEach(() => {
    listening.abort()
    listening = new AbortController()
    jest.restoreAllMocks()
  })

  const wait = (ms: number) => () => jest.advanceTimersByTime(ms)
  const cover = () => show('.overlay')
  const use = () => Object.assign(navigator, { userActivation: { hasBeenActive: true } })
  const fade = () => Object.assign(document.querySelector('h1') ?? {}, { checkVisibility: () => false })
  const work = () => jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000)
  const keep = () => Object.assign(performance, { getEntriesByType: () => [{ transferSize: 0 }] })

  it.each<[string, string[], (() => void)[]]>([
    ['nothing while it is not hydrated', [], [wait(3_500)]],
    ['that it is in use, three seconds later and once', ['interactive'], [show, wait(3_500), leave]],
    ['that it was in use until it was left', ['interactive'], [show, wait(600), leave]],
    ['nothing when it hangs', [], [show, wait(1_500)]],
    ['that it is covered', ['hidden'], [cover, wait(3_500)]],
    ['nothing when the visitor may have covered it', [], [cover, use, wait(3_500)]],
    ['that it is transparent', ['hidden'], [show, fade, wait(3_500)]],
    ['that it was busy', ['busy'], [show, wait(600), work, wait(3_000)]],
    ['nothing when the browser kept it, as it was counted when it was sent', [], [keep, show, wait(3_500)]],
  ])('%s', (_what, expected, acts) => {
    for (const act of acts) act()
    expect(kinds()).toEqual(expected)
  })
})
