import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import type { SiteLayout } from '../../model/site-layout'
import { readText } from './document-files'

/** The integrity of a version when it was first fetched; `undefined` for one never fetched. */
export function readPin({ pins }: SiteLayout, name: string, version: string): Promise<string | undefined> {
  return readText(path.join(pins, name, version))
}

/** A pin is never deleted, not even with its release: a version has one content for ever. */
export async function writePin({ pins }: SiteLayout, name: string, version: string, integrity: string): Promise<void> {
  await replaceFile(path.join(pins, name, version), integrity)
}
