/** @jest-environment jsdom */
import { followUpdates, leaveDocument } from './follow-updates'

const styles = [{ href: '/assets/catalog/courses-page.01234567.css', text: '.a{}' }]
const update = (hash: string) => ({ package: 'catalog', hash, styles })
const live = (hash: string, isForServer = false) => [{ package: 'catalog', hash, isForServer }]

function openPage(...states: string[]) {
  const dropFormer = jest.fn()
  const page = { replaceStyles: jest.fn(() => dropFormer), refresh: jest.fn(), reload: jest.fn() }
  const client = {
    hash: () => states[0] ?? '',
    update: jest.fn(async () => {
      if (states.length > 1) states.shift()
    }),
  }
  return { ...page, dropFormer, client, updates: followUpdates(page) }
}

describe('a page that is open while a package is worked on (P11)', () => {
  it.each([true, false])(
    'takes over each state up to the latest, and shows it; loaded before it: %p',
    async (isEarly) => {
      const { updates, client, refresh, reload, dropFormer, replaceStyles } = openPage('a', 'b', 'c')
      if (isEarly) updates.join('catalog', client)
      expect(updates.hasMoved()).toBe(false)
      updates.show(update('c'))
      if (!isEarly) updates.join('catalog', client)
      await updates.meetLive(live('b'))
      expect(client.hash()).toBe('c')
      expect(replaceStyles).toHaveBeenCalledWith(styles)
      for (const done of [refresh, dropFormer]) expect(done).toHaveBeenCalledTimes(1)
      expect(updates.hasMoved()).toBe(true)
      expect(reload).not.toHaveBeenCalled()
    },
  )

  it('is loaded again when an update fails', async () => {
    const { updates, client, reload, refresh } = openPage('a', 'b')
    const error = jest.spyOn(console, 'error').mockImplementation(() => {})
    client.update.mockRejectedValue(new Error('is not accepted'))
    updates.join('catalog', client)
    updates.show(update('b'))
    await updates.meetLive(live('b'))
    expect(refresh).not.toHaveBeenCalled()
    expect(reload).toHaveBeenCalledTimes(1)
    expect(error).toHaveBeenCalledWith(new Error('is not accepted'))
    error.mockRestore()
  })

  it.each([
    ['what it could not take over', live('b')],
    ['what only documents show', live('a', true)],
    ['releases of others', []],
    ['a package that it has not loaded', [{ package: 'content', hash: 'a', isForServer: false }]],
  ])('is loaded again for %s, as soon as that is live', async (_what, builds) => {
    const { updates, client, reload, replaceStyles } = openPage('a')
    updates.join('catalog', client)
    updates.show(update('b'))
    await updates.meetLive(live('a'))
    expect([reload, replaceStyles].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    await updates.meetLive(builds)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  let hasMoved = true
  const router = jest.fn((event: Event) => event.preventDefault())
  beforeAll(() => {
    leaveDocument(window, () => hasMoved)
    document.addEventListener('click', router)
    window.addEventListener('click', (event) => event.preventDefault(), { capture: true })
  })
  beforeEach(() => router.mockClear())

  it.each([
    ['leaves the next page to the browser', '/blog', true, 0],
    ['stays where its own address changes', '/?category=food', true, 1],
    ['leaves other sites alone', 'https://elsewhere.example/blog', true, 1],
    ['goes on without a document as long as it has taken over nothing', '/blog', false, 1],
  ])('%s', (_what, href, moved, calls) => {
    hasMoved = moved
    document.body.innerHTML = `<a href="${href}"><b>Link</b></a>`
    document.querySelector('b')?.click()
    expect(router).toHaveBeenCalledTimes(calls)
  })
})
