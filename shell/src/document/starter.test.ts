import { LOADER, SCRIPTS_ID } from './starter'

function loadPage(readyState: DocumentReadyState = 'loading'): void {
  document.head.innerHTML = ''
  document.body.innerHTML = `<script type="application/json" id="${SCRIPTS_ID}"></script>`
  const json = JSON.stringify({
    start: ['/vendor.js', '/main.js'],
    preload: [{ href: '/page.js', integrity: 'sha384-abc' }],
  })
  document.getElementById(SCRIPTS_ID)?.append(json)
  jest.spyOn(document, 'readyState', 'get').mockReturnValue(readyState)
  // biome-ignore lint/security/noGlobalEval: the loader is text that the page runs inline
  // biome-ignore lint/complexity/noCommaOperator: an indirect eval runs it in the global scope
  ;(0, eval)(LOADER)
}

const requested = () => [...document.head.children].map((tag) => tag.getAttribute('src') ?? tag.getAttribute('href'))

describe('the loader', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => {
    // A loader that has not started yet would start in the next test.
    document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
    jest.useRealTimers()
  })

  it('asks for nothing before the page has loaded', () => {
    loadPage()
    jest.advanceTimersByTime(10_000)
    expect(requested()).toEqual([])
  })

  it('P3: starts when the first frame after the load has reached the screen, all scripts at once', () => {
    loadPage()
    window.dispatchEvent(new Event('load'))
    jest.advanceTimersByTime(50)
    expect(requested()).toEqual([])
    jest.advanceTimersByTime(50)
    expect(requested()).toEqual(['/vendor.js', '/main.js', '/page.js'])
  })

  it('runs the scripts of the start in their order and only fetches the others', () => {
    loadPage('complete')
    jest.advanceTimersByTime(100)
    const scripts = [...document.head.querySelectorAll('script')]
    expect(scripts.map(({ async }) => async)).toEqual([false, false])
    expect(document.head.querySelector('link')).toMatchObject({
      rel: 'preload',
      href: 'http://localhost/page.js',
      integrity: 'sha384-abc',
    })
  })

  it.each(['pointerdown', 'pointermove', 'keydown', 'focusin', 'wheel'])(
    'starts at once on the first %s, and only once',
    (type) => {
      loadPage()
      document.body.dispatchEvent(new Event(type, { bubbles: true }))
      expect(requested()).toHaveLength(3)
      document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
      window.dispatchEvent(new Event('load'))
      jest.advanceTimersByTime(50)
      expect(requested()).toHaveLength(3)
    },
  )
})
