import path from 'node:path'
import { readSecretFiles } from '@platform/base/process/read-secret-files'
import { parseAddress } from '@platform/compose/settings/site-settings'
import { readStoreConfig } from '@platform/site/open/open-site'
import { publicNamesOf, readApiConfig } from '@site/api/config'
import { DEFAULT_PAGE_MEMORY_BYTES } from './live/live-blobs'

const MEGABYTE = 1024 * 1024
const MOST_MEGABYTES = 65_536

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function readConfig(given: NodeJS.ProcessEnv = process.env) {
  const environment = readSecretFiles(given)
  const { PORT = '3000', LOG_LEVEL = 'info', SITE_DIR = '.site', SITE_DEV } = environment
  const { PAGE_MEMORY_MB = String(DEFAULT_PAGE_MEMORY_BYTES / MEGABYTE) } = environment
  const { FORMER_WORKERS = '' } = environment
  const { PUBLIC_URL = `http://localhost:${PORT}` } = environment
  const publicUrl = parseAddress(PUBLIC_URL)
  const api = readApiConfig(environment, publicUrl ?? '')
  const store = readStoreConfig(environment)
  const problems = [
    !isWhole(PORT, 65_535) && `PORT is "${PORT}", but must be a number from 0 to 65535`,
    !logLevels.includes(LOG_LEVEL) && `LOG_LEVEL is "${LOG_LEVEL}", but must be one of ${logLevels.join(', ')}`,
    !isWhole(PAGE_MEMORY_MB, MOST_MEGABYTES) &&
      `PAGE_MEMORY_MB is "${PAGE_MEMORY_MB}", but must be a whole number from 0 to ${MOST_MEGABYTES}`,
    !/^(\/[\w./-]+ ?)*$/.test(FORMER_WORKERS) &&
      `FORMER_WORKERS is "${FORMER_WORKERS}", but must be paths such as "/sw.js /app/sw.js"`,
    !publicUrl && `PUBLIC_URL is "${PUBLIC_URL}", but must be an address such as https://shop.example`,
    SITE_DEV !== undefined && SITE_DEV !== '1' && `SITE_DEV is "${SITE_DEV}", but must be 1 or absent`,
    ...api.problems,
    ...store.problems,
  ].filter((it) => it !== false)
  if (!publicUrl || problems.length > 0) throw new Error(`The environment is not valid:\n  ${problems.join('\n  ')}`)
  return {
    port: Number(PORT),
    hosts: hostsOf(environment),
    siteDir: path.resolve(SITE_DIR),
    logLevel: LOG_LEVEL,
    pageMemoryBytes: Number(PAGE_MEMORY_MB) * MEGABYTE,
    formerWorkers: FORMER_WORKERS.split(' ').filter(Boolean),
    settings: { publicUrl, ...publicNamesOf(api.config), isDevelopment: SITE_DEV === '1' },
    api: api.config,
    store: store.config,
  }
}

/** `localhost` has two addresses on most machines, and a browser may try either. */
function hostsOf({ HOST, NODE_ENV }: NodeJS.ProcessEnv): string[] {
  const host = HOST ?? (NODE_ENV === 'production' ? '0.0.0.0' : 'localhost')
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}

function isWhole(text: string, most: number): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= most
}
