import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as giveWay } from 'node:timers/promises'
import { sha256 } from '@platform/base/durable/digest'
import { exists, publishFolder, readText, replaceFile, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, removeWhole } from '@platform/base/durable/temporary'
import { hasErrorCode, messageOf } from '@platform/base/errors/refusal'
import {
  dropBlobs,
  listBlobs,
  type NamedFile,
  readBlob,
  readBlobNow,
  writeBlobs,
} from '@platform/compose/composition/blob-files'
import {
  COMPOSITION_SIGNATURE_FILE,
  listCompositions,
  readCompositionJson,
  writeCompositionJson,
} from '@platform/compose/composition/composition-folder'
import type { SiteLayout } from '../../model/site-layout'
import { type LiveRow, type Row, type SiteStore, splitName, splitVersion } from '../site-store'
import { readPointer, type SignedLayout, writePointer } from './pointer-file'
import { withAuditLease, withPointerLease, withSiteLease } from './site-leases'

const PRIVATE = 0o600
const PRIVATE_DOCUMENT = 'preview.key'
const DOCUMENTS = ['settings.json', 'keys.json', PRIVATE_DOCUMENT]

const MOST_BYTES = 4 * 1024 * 1024
const MOST_BLOBS = 500
const BLOBS_IN_A_TURN = 64
/** An unnamed blob of this age is left over. */
const YOUNG_MS = 60 * 60 * 1_000

export function fileStore(site: SignedLayout): SiteStore {
  const folderOf = (number: string) => site.composition(Number(number))

  async function read(name: string): Promise<Row[]> {
    if (name === 'document') return (await Promise.all(DOCUMENTS.map(read))).flat()
    if (name === 'composition') {
      return (await listCompositions(site)).map((number) => rowOf(`composition/${number}`, ''))
    }
    const [kind, own] = splitName(name)
    if (kind !== 'composition') {
      const content = await readText(fileOf(site, name))
      return content === undefined ? [] : [rowOf(name, content)]
    }
    const json = await readCompositionJson(folderOf(own)).catch((error: unknown) => {
      if (hasErrorCode(error, 'ENOENT')) return undefined
      throw error
    })
    if (json === undefined) return []
    const signature = await readText(path.join(folderOf(own), COMPOSITION_SIGNATURE_FILE))
    return [rowOf(name, json, signature?.trim())]
  }

  async function write({ name, content, signature }: Row): Promise<void> {
    const [kind, own] = splitName(name)
    if (kind !== 'composition') {
      const mode = name === PRIVATE_DOCUMENT ? PRIVATE : undefined
      if ((await readText(fileOf(site, name))) !== content) await replaceFile(fileOf(site, name), content, mode)
      return
    }
    await inTemporaryFolder(site, 'unpack', async (temporary) => {
      await writeCompositionJson(temporary, content)
      await writeDurably(path.join(temporary, COMPOSITION_SIGNATURE_FILE), `${signature}\n`)
      await removeWhole(site, folderOf(own))
      await publishFolder(temporary, folderOf(own))
    })
  }

  async function readLive(): Promise<LiveRow> {
    const pointer = await readPointer(site)
    const documents = (await read('document')).map(({ name, revision }) => [name, revision])
    return {
      revision: pointer ? revisionOf(JSON.stringify(pointer)) : 0,
      pointer,
      prepared: undefined,
      documents: Object.fromEntries(documents),
      signed: undefined,
    }
  }

  async function readLines(after: number) {
    const lines = wholeLines((await readText(site.audit)) ?? '')
    const numbered = lines.map((line, index) => ({ number: index + 1, line }))
    return numbered.slice(after)
  }

  return {
    read,
    swap: ({ live, rows = [], unchanged = {} }) =>
      withPointerLease(site, async () => {
        for (const [name, revision] of Object.entries(unchanged)) {
          if (((await read(name))[0]?.revision ?? 0) !== revision) return false
        }
        if (live) {
          if ((await readLive()).revision !== live.from) return false
          if (!(await exists(site.composition(live.pointer.live)))) return false
        }
        for (const row of rows) await write(row)
        if (live) await writePointer(site, live.pointer, live.signed)
        return true
      }),
    drop: (names, named) =>
      // The lease keeps a rollback from choosing a composition under deletion.
      withPointerLease(site, async () => {
        const live = (await readPointer(site).catch(() => undefined))?.live
        for (const name of names) {
          const [kind, own] = splitName(name)
          const folder = kind === 'composition' ? folderOf(own) : site.release(...splitVersion(own))
          if (name !== `composition/${live}`) await removeWhole(site, folder)
        }
        if (named) await dropBlobs(site, named, YOUNG_MS)
      }),
    async findDamage(digests, isThorough = false) {
      const here = await listBlobs(site)
      const damage = new Map<string, string>()
      for (const [index, digest] of digests.entries()) {
        try {
          if (isThorough || !here.has(digest)) readBlobNow(site, digest)
        } catch (error) {
          damage.set(digest, messageOf(error))
        }
        if (index % BLOBS_IN_A_TURN === 0) await giveWay()
      }
      return damage
    },
    async *getBlobs(digests) {
      let some: NamedFile[] = []
      let bytes = 0
      for (const digest of digests) {
        const content = await readBlob(site, digest)
        some.push({ digest, content })
        bytes += content.length
        if (bytes < MOST_BYTES && some.length < MOST_BLOBS) continue
        yield some
        some = []
        bytes = 0
      }
      yield some
    },
    async putBlobs(blobs) {
      await writeBlobs(site, blobs)
    },
    readLines,
    addLines: (after, lines) =>
      withAuditLease(site, async () => {
        // Overwrites an unfinished line, left by a power cut.
        const file = await open(site.audit, 'r+').catch((error: unknown) => {
          if (hasErrorCode(error, 'ENOENT')) return open(site.audit, 'w+')
          throw error
        })
        try {
          const content = await readFile(site.audit)
          const end = content.lastIndexOf('\n') + 1
          if (wholeLines(content.toString()).length !== after) return false
          await file.truncate(end)
          await file.write(lines.map((line) => `${line}\n`).join(''), end)
          await file.sync()
          return true
        } finally {
          await file.close()
        }
      }),
    poll: async () => ({
      now: new Date(Date.now()),
      live: await readLive(),
      origins: undefined,
      holder: undefined,
      unknownMigrations: [],
    }),
    lease: (action, work) => withSiteLease(site, action, work),
  }
}

function fileOf({ root, pins }: SiteLayout, name: string): string {
  const [kind, own] = splitName(name)
  return kind === 'pin' ? path.join(pins, ...splitVersion(own)) : path.join(root, name.replace('/', '-'))
}

function rowOf(name: string, content: string, signature: string | null = null): Row {
  return { name, content, revision: revisionOf(content), signature }
}

const REVISION_DIGITS = 12

const revisionOf = (content: string): number => Number.parseInt(sha256(content).slice(0, REVISION_DIGITS), 16)
const wholeLines = (text: string): string[] => text.split('\n').slice(0, -1)
