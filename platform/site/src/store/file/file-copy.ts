import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import { isProcessGone, startOf } from '@platform/base/durable/temporary'
import { parseChecked } from '@platform/base/errors/parse-checked'
import type { ApiCalls } from '@platform/release/contract/calls/compare-calls'
import { apiCalls } from '@site/shared/contracts/calls'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Pointer } from '../../model/pointer'
import { type SiteLayout, siteLayout } from '../../model/site-layout'
import { folderSignatures, type GivenKeys, givenSignatures } from '../../signatures/given-keys'
import { checkSigned, type Signatures, statementOf } from '../../signatures/signatures'
import { readDocument } from '../documents'
import type { SiteStore } from '../site-store'
import { fileStore } from './file-store'
import { findPointerDamage, readPointer } from './pointer-file'

export type SiteCopy = ReturnType<typeof fileCopy>

/** `local` is this machine's folder; it is the store, too, unless several machines share one. */
export type SiteParts = { copy: SiteCopy; local: SiteStore; store: SiteStore }

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

/**
 * A machine's folder: the site itself, or a verified copy of what is in the database.
 * @param keys from variables, else from the folder
 */
export function fileCopy(root: string, keys: GivenKeys = {}) {
  const layout = siteLayout(root)
  const isGiven = Boolean(keys.privateKey || keys.publicKeys)
  const found = isGiven ? givenSignatures(keys) : folderSignatures(layout.operatorKeys)
  const signatures: Signatures = keys.isReading ? { ...found, signer: async () => undefined } : found
  const store = fileStore({ ...layout, signatures })
  let shown: Pointer | undefined
  return {
    ...layout,
    signatures,
    /** @throws Refusal unless signed */
    checkComposition: (number: number, json: string, signature: string | undefined) =>
      checkSigned(signatures, statementOf('composition', String(number), json), signature),
    readPointer: async () => shown ?? readPointer({ ...layout, signatures }),
    /** For a pointer that the disk does not take. */
    showPointer(pointer: Pointer | undefined) {
      shown = pointer
    },
    /** Why an earlier pointer is used. */
    findPointerDamage: () => findPointerDamage(layout),
    readSettings: () => readDocument(store, 'settings'),
    readKeys: async () => (await readDocument(store, 'keys')) ?? {},
    readPreviewKey: () => readDocument(store, 'previewKey'),
    readPin: async (name: string, version: string) => (await store.read(`pin/${name}@${version}`))[0]?.content,
    /** Of the running origin, else of this program. */
    readApiCalls: () => readApiCalls(layout),
    /** Not every file system reports changes. @returns a function that stops */
    watchPointer(onChange: () => void): () => void {
      try {
        const watcher = watch(root, { persistent: false }, (_event, file) => {
          if (file === path.basename(layout.current)) onChange()
        })
        watcher.on('error', () => watcher.close())
        return () => watcher.close()
      } catch {
        return () => {}
      }
    },
  }
}
