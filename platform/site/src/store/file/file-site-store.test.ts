import { describeSiteStore } from '../../testing/describe-site-store'
import { fileCopy } from './file-copy'
import { fileSiteStore } from './file-site-store'

describeSiteStore('a folder', async (folder) => ({
  ada: fileSiteStore(fileCopy(folder)),
  bob: fileSiteStore(fileCopy(folder)),
  close: async () => {},
}))

describe('a folder that is the site', () => {
  it('has no other machines, nothing to refresh and nothing to follow', async () => {
    const store = fileSiteStore(fileCopy('/nowhere'))
    expect([store.isShared, await store.origins(), await store.check(), await store.refresh('all')]).toEqual([
      ...[false, undefined],
      ...[[], []],
    ])
    const listener = { refresh: async () => {}, serving: () => undefined, log: { warn: () => {}, error: () => {} } }
    expect(store.follow(listener)).toBeUndefined()
  })
})
