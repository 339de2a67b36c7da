/** @jest-environment jsdom */
import { type Client, followUpdates, leaveDocument } from './follow-updates'

const styles = [{ href: '/assets/catalog/courses-page.01234567.css', text: '.a{}' }]
const update = (hash: string) => ({ package: 'catalog', hash, styles })
const live = (hash: string, isForServer = false) => [{ package: 'catalog', hash, isForServer }]

function openPage(...states: string[]) {
  const dropFormer = jest.fn()
  const page = { replaceStyles: jest.fn(() => dropFormer), refresh: jest.fn(), reload: jest.fn() }
  const client: Client = {
    hash: () => states[0] ?? '',
    update: jest.fn(async () => {
      if (states.length > 1) states.shift()
    }),
  }
  return { ...page, dropFormer, client, updates: followUpdates(page) }
}

describe('a page that is open while a package is worked on (P11)', () => {
  it('takes over each state between its own and the latest, and then shows it', async () => {
    const { updates, client, refresh, reload, dropFormer, replaceStyles } = openPage('a', 'b', 'c')
    updates.join('catalog', client)
    expect(updates.hasMoved()).toBe(false)
    updates.show(update('c'))
    await updates.meetLive(live('b'))
    expect(client.hash()).toBe('c')
    expect(replaceStyles).toHaveBeenCalledWith(styles)
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(dropFormer).toHaveBeenCalledTimes(1)
    expect(updates.hasMoved()).toBe(true)
    expect(reload).not.toHaveBeenCalled()
  })

  it('takes over what came before its package did', async () => {
    const { updates, client, reload } = openPage('a', 'b')
    updates.show(update('b'))
    updates.join('catalog', client)
    await updates.meetLive(live('b'))
    expect(client.hash()).toBe('b')
    expect(reload).not.toHaveBeenCalled()
  })

  it('is loaded again for what it could not take over, as soon as that is live', async () => {
    const { updates, client, reload, replaceStyles } = openPage('a')
    updates.join('catalog', client)
    updates.show(update('b'))
    await updates.meetLive(live('a'))
    expect(reload).not.toHaveBeenCalled()
    expect(replaceStyles).not.toHaveBeenCalled()
    await updates.meetLive(live('b'))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is loaded again when an update fails', async () => {
    const { updates, client, reload, refresh } = openPage('a', 'b')
    jest.spyOn(console, 'error').mockImplementation(() => {})
    jest.mocked(client.update).mockRejectedValue(new Error('is not accepted'))
    updates.join('catalog', client)
    updates.show(update('b'))
    await updates.meetLive(live('b'))
    expect(refresh).not.toHaveBeenCalled()
    expect(reload).toHaveBeenCalledTimes(1)
    expect(console.error).toHaveBeenCalledWith(new Error('is not accepted'))
    jest.mocked(console.error).mockClear()
  })

  it.each([
    ['only documents show', live('a', true)],
    ['nobody builds here', []],
    ['is of a package that it has not loaded', [{ package: 'content', hash: 'a', isForServer: false }]],
  ])('is loaded again for what %s', async (_what, builds) => {
    const { updates, client, reload } = openPage('a')
    updates.join('catalog', client)
    await updates.meetLive(builds)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

/** @jest-environment jsdom */
describe('a page that has taken over updates', () => {
  let hasMoved = true
  const router = jest.fn((event: Event) => event.preventDefault())

  beforeAll(() => {
    leaveDocument(window, () => hasMoved)
    document.addEventListener('click', router)
    window.addEventListener('click', (event) => event.preventDefault(), { capture: true })
  })

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
    router.mockClear()
  })
})
