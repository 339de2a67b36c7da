import { watchPresses } from './watch-presses'

// A release whose buttons did nothing after hydration called itself usable and went to everybody.
describe('D5: a press on a button', () => {
  const sendBeacon = jest.fn()
  let button: HTMLButtonElement
  beforeEach(() => {
    jest.useFakeTimers()
    sendBeacon.mockReset()
    Object.assign(navigator, { sendBeacon })
    document.body.innerHTML = '<main data-boundary="content"><button><b>Apply</b></button><input></main>'
    button = document.querySelector('button') as HTMLButtonElement
    Object.assign(button, { __reactFiber$a: {} })
    watchPresses()
  })

  const press = async (handle: () => void = () => {}) => {
    button.onclick = handle
    document.querySelector('b')?.click()
    await jest.advanceTimersByTimeAsync(2_500)
  }
  const told = () => sendBeacon.mock.calls.map(([, body]) => JSON.parse(body)).map(({ kind, page }) => [kind, page])

  it('that changes nothing is reported once, with the package of its page', async () => {
    await press()
    await press()
    expect(told()).toEqual([['dead', 'content']])
  })

  it.each<[string, () => void]>([
    ['changes a text', () => Object.assign(document.querySelector('main') ?? {}, { title: 'Added' })],
    ['is answered a second later', () => void setTimeout(() => document.body.append('Added'), 1_000)],
    ['moves the focus', () => document.querySelector('input')?.focus()],
    ['changes the address', () => history.pushState(null, '', `/${Math.random()}`)],
    ['prints', () => dispatchEvent(new Event('beforeprint'))],
    ['is not hydrated', () => {}],
    ['does nothing by design', () => {}],
  ])('that %s is not reported', async (what, handle) => {
    if (what === 'is not hydrated') Reflect.deleteProperty(button, '__reactFiber$a')
    if (what === 'does nothing by design') button.dataset.inert = ''
    await press(handle)
    expect(told()).toEqual([])
  })
})
