import { forgetFragment, fragmentOf } from './fragment-store'

const text = '<p>Wear a harness.</p>'

beforeEach(() => {
  jest.useFakeTimers()
  document.body.innerHTML = ''
})
afterEach(() => jest.useRealTimers())

async function settle<T>(value: T | Promise<T>): Promise<T> {
  await jest.advanceTimersByTimeAsync(1_000)
  return value
}

it('R78: fetches a text once, however often it is read', async () => {
  const load = jest.fn(async () => text)
  const first = fragmentOf('once', load)
  expect(fragmentOf('once', load)).toBe(first)
  expect(await settle(first)).toEqual({ ok: true, html: text })
  expect(load).toHaveBeenCalledTimes(1)
})

it('R78: takes the text that is on the page and fetches nothing', () => {
  document.body.innerHTML = `<div id="here">${text}</div>`
  const load = jest.fn(async () => 'another text')
  expect(fragmentOf('here', load)).toEqual({ ok: true, html: text })
  expect(load).not.toHaveBeenCalled()
})

it('R12: tries a second time before it gives up', async () => {
  const load = jest.fn(async () => text).mockRejectedValueOnce(new Error('Loading chunk 7 failed'))
  expect(await settle(fragmentOf('second', load))).toEqual({ ok: true, html: text })
  expect(load).toHaveBeenCalledTimes(2)
})

it('R11: reports the loading error and answers that there is no text', async () => {
  const failure = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })
  const load = () => Promise.reject(failure)
  expect(await settle(fragmentOf('lost', load))).toEqual({ ok: false })
  expect(console.error).toHaveBeenCalledWith(failure)
  jest.mocked(console.error).mockClear()
})

it('R11: fetches again after a failure has been forgotten', async () => {
  const load = jest.fn<Promise<string>, []>().mockRejectedValue(new Error('offline'))
  await settle(fragmentOf('again', load))
  jest.mocked(console.error).mockClear()
  load.mockResolvedValue(text)
  expect(await settle(fragmentOf('again', load))).toEqual({ ok: false })
  forgetFragment('again')
  expect(await settle(fragmentOf('again', load))).toEqual({ ok: true, html: text })
})
