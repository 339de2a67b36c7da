import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { readText, replaceFile } from '@platform/base/durable/durable'
import { isProcessGone, startOf } from '@platform/base/durable/temporary'
import { parseChecked } from '@platform/base/errors/parse-checked'
import type { ApiCalls } from '@platform/release/contract/calls/compare-calls'
import { apiCalls } from '@site/shared/contracts/calls'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type SiteLayout, siteLayout } from '../../model/site-layout'
import { folderSignatures, type GivenKeys, givenSignatures } from '../../signatures/given-keys'
import { checkSigned, statementOf } from '../../signatures/signatures'
import type { SiteCopy } from '../site-store'
import { readKeys, readPin, readPointer, readSettings } from './document-files'

const schema = Type.Unsafe<object>(Type.Record(Type.String(), Type.Unknown()))
const call = Type.Object({ accepts: schema, answers: schema, refuses: schema })
const checker = Compile(
  Type.Object({
    pid: Type.Integer(),
    host: Type.String(),
    startedAt: Type.Optional(Type.String()),
    calls: Type.Record(Type.String(), call),
  }),
)

export async function announceApiCalls({ apiCalls: file }: SiteLayout): Promise<void> {
  const announced = { pid: process.pid, host: hostname(), startedAt: startOf(process.pid), calls: apiCalls }
  await replaceFile(file, JSON.stringify(announced))
}

async function readApiCalls({ apiCalls: file }: SiteLayout): Promise<ApiCalls> {
  const announced = parseChecked(checker, await readFile(file, 'utf8').catch(() => ''))
  return announced && !isProcessGone(announced) ? announced.calls : apiCalls
}

/** @param keys from variables, else from the folder */
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
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}
