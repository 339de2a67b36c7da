/** For `site doctor`: every row of every table that is not as an operator signed it, or cannot be as an origin wrote it. */

import { inTemporaryFolder } from '@platform/base/durable/temporary'
import { messageOf } from '@platform/base/errors/refusal'
import { knownBlobsOf, shownBlobsOf } from '@platform/compose/composition/composition'
import { checkSigned, NotSigned } from '../../signatures/signatures'
import type { SiteCopy } from '../site-copy'
import type { StoreProblem } from '../site-store'
import { listKeptCompositions, listKeptReleases, readManifest } from './archives'
import { readBlobRow, verifyBlobRows } from './blob-rows'
import { inspectRelease } from './check-archives'
import type { StoreDatabase } from './connect-store'
import { findDocumentProblems, listDocuments } from './documents'
import { readLive } from './live-row'
import { findPinProblem, listPins } from './pin-rows'
import { releaseStatement } from './signed-rows'
import { validateRows } from './validate-rows'
import { verifyPointer } from './verified-pointer'

export async function checkRows(database: StoreDatabase, copy: SiteCopy): Promise<StoreProblem[]> {
  const { problem } = await verifyPointer(copy, await readLive(database))
  const documents = await findDocumentProblems(copy, await listDocuments(database))
  const pins = await Promise.all((await listPins(database)).map((pin) => findPinProblem(copy, pin)))
  return [
    ...(problem ? [forged(problem)] : []),
    ...(await checkCompositions(database, copy)),
    ...(await checkReleases(database, copy)),
    ...[...documents.values()].map((what) => unsigned(what, 'Set it again ("site settings", "site keys").')),
    ...pins.flatMap((what) =>
      what ? [unsigned(what, 'Delete its row of site_pins and fetch that version again.')] : [],
    ),
    ...(await validateRows(database)),
  ]
}

async function checkCompositions(database: StoreDatabase, copy: SiteCopy): Promise<StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (const { number } of await listKeptCompositions(database)) {
    const inspect = async () => {
      const { outline } = await readManifest(database, copy, number)
      const shown = await shownBlobsOf((digest) => readBlobRow(database, digest), outline)
      await verifyBlobRows(database, [...shown, ...knownBlobsOf(outline)])
    }
    const error = await inspect().then(() => undefined, asIs)
    const todo =
      'A new origin could not show it. If a blob is damaged, delete its row of site_blobs: the next command that changes the ' +
      'site puts it back. Else delete its row of site_compositions and activate its releases again.'
    if (error !== undefined) problems.push(damaged(`composition ${number}`, error, todo))
  }
  return problems
}

async function checkReleases(database: StoreDatabase, copy: SiteCopy): Promise<StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (const release of await listKeptReleases(database)) {
    const inspect = async (folder: string) => {
      await checkSigned(copy.signatures, releaseStatement(release), release.signature)
      await inspectRelease(database, release, folder)
    }
    const error = await inTemporaryFolder(copy, 'inspect', inspect).then(() => undefined, asIs)
    const todo = `Delete its row of site_releases and publish ${release.package} ${release.version} again from the same build.`
    if (error !== undefined) problems.push(damaged(`${release.package}@${release.version}`, error, todo))
  }
  return problems
}

const asIs = (error: unknown) => error

/** Not what was signed, or not what belongs to that. */
function damaged(name: string, error: unknown, todo: string): StoreProblem {
  const what = messageOf(error)
  if (error instanceof NotSigned) return unsigned(what, todo)
  const named = what.toLowerCase().includes(name) ? what : `${name}: ${what}`
  return { code: 'archive-damaged', level: 'problem', what: named, todo }
}

function forged(what: string): StoreProblem {
  const todo =
    'No origin follows it. Find out who can write there, and say what shall be live: "site rollback" or "site activate …". ' +
    'If the database was put back from a backup, delete seen.json in SITE_DIR of every machine.'
  return { code: 'live-forged', level: 'problem', what, todo }
}

function unsigned(what: string, todo: string): StoreProblem {
  const who =
    'Find out who can write there. If the operator has another key now, name the former one too and say "site sign".'
  return { code: 'row-unsigned', level: 'problem', what, todo: `${todo} ${who}` }
}
