import { watch } from 'node:fs'
import path from 'node:path'
import { type SiteLayout, siteLayout } from '../../model/site-layout'
import { folderSignatures } from '../../signatures/folder-keys'
import { type GivenKeys, givenSignatures } from '../../signatures/given-keys'
import { checkSigned } from '../../signatures/signatures'
import { statementOf } from '../../signatures/statement'
import type { SiteCopy } from '../site-copy'
import { readKeys, readSettings, readText } from './document-files'
import { readPin } from './pin-files'
import { readPointer } from './pointer-file'
import { readApiCalls } from './running-api'

/**
 * The site in a folder, to be read.
 * @param keys what variables say of the operator's keys; where they say nothing, the folder has them
 */
export function fileCopy(root: string, keys: GivenKeys = {}): SiteCopy {
  const layout = siteLayout(root)
  const isGiven = Boolean(keys.privateKey || keys.publicKeys)
  const found = isGiven ? givenSignatures(keys) : folderSignatures(layout.operatorKeys)
  const signatures = keys.isReading ? { ...found, signer: async () => undefined } : found
  return {
    ...layout,
    signatures,
    checkComposition: (number, json, signature) =>
      checkSigned(signatures, statementOf('composition', String(number), json), signature),
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
