import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { openSite } from '@platform/site/open/open-site'
import { createTestSite } from '@platform/site/testing/test-site'
import { terminal } from './format/printable'
import { runSite } from './run-site'

const itWithStore = hasPostgres ? it : it.skip

// `doctor` judged an empty copy of the site, or one of before a rollback, as if it were the shop.
itWithStore('doctor looks at what is shared, and without its database at what this machine has', async () => {
  const warn = jest.spyOn(terminal, 'warn').mockReturnValue()
  const postgres = await sharePostgres()
  const site = await createTestSite()
  const { root, operatorKeys } = site.copy
  await site.goLive()
  const databaseUrl = await postgres.createDatabase()
  const store = await openSite(root, { databaseUrl })
  await store.moveLive(await store.live(), { live: 1, history: [] }, { newcomer: 1 })
  await store.close()
  const OPERATOR_KEYS = await readFile(`${operatorKeys}/operator.pub`, 'utf8')
  const doctor = (SITE_DATABASE_URL: string, folder: string) => {
    const SITE_DIR = path.join(root, folder)
    const environment = { SITE_DIR, SITE_DATABASE_URL, OPERATOR_KEYS, DATA_DIR: path.join(root, '../data') }
    jest.replaceProperty(process, 'env', { ...process.env, ...environment })
    return runSite(['doctor'])
  }
  await expect(doctor(databaseUrl, '../new')).rejects.toThrow(/^warning origin-none/)
  await expect(doctor('postgres://127.0.0.1:1/none', '../new')).rejects.toThrow(/^problem store-away/)
  expect(warn.mock.calls.join()).toContain('does not answer')
  await expect(doctor(databaseUrl, 'settings.json/new')).rejects.toThrow(/^problem disk-readonly/)
  expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('copy cannot follow: ENOTDIR'))
  await site.remove()
  await postgres.drop()
})
