import { watch } from 'node:fs'
import path from 'node:path'
import { type SiteLayout, siteLayout } from '../../model/site-layout'
import type { SiteCopy } from '../site-copy'
import { readKeys, readSettings, readText } from './document-files'
import { readPin } from './pin-files'
import { readPointer } from './pointer-file'
import { readApiCalls } from './running-api'

/** The site in a folder, to be read. */
export function fileCopy(root: string): SiteCopy {
  const layout = siteLayout(root)
  return {
    ...layout,
    readPointer: () => readPointer(layout),
    readSettings: () => readSettings(layout),
    readKeys: () => readKeys(layout),
    readPreviewKey: () => readText(layout.previewKey),
    readPin: (name, version) => readPin(layout, name, version),
    readApiCalls: () => readApiCalls(layout),
    watchPointer: (onChange) => watchPointer(layout, onChange),
  }
}

function watchPointer({ root, current }: SiteLayout, onChange: () => void): () => void {
  const name = path.basename(current)
  try {
    const watcher = watch(root, { persistent: false }, (_event, file) => {
      if (file === name) onChange()
    })
    // Whoever follows the pointer also looks now and then.
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}
