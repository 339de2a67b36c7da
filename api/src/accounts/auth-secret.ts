import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createPrivateFile } from '../database/data-folder'

/** Production gets `AUTH_SECRET` instead. */
export function keepAuthSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret')
  createPrivateFile(file, randomBytes(32).toString('base64url'))
  return readFileSync(file, 'utf8')
}
