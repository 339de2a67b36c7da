import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makePrivate } from '../database/data-folder'
import { codeOf } from '../errors/api-error'

/** Production gets `AUTH_SECRET` instead. */
export function keepAuthSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret')
  makePrivate(dataDir)
  const draft = `${file}-${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // `link` is atomic: of two starting processes both use the first one's key.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}
