import { createHash } from 'node:crypto'
import type { SharedTypes } from '@site/shared/release-contract'
import { nameOf } from '../../manifest/name-of'
import type { HostRelease, RemoteRelease } from '../../manifest/release'
import { explain } from './explain'
import { runTypeChecker } from './run-type-checker'
import { type Stub, type TypesFolder, type Use, writeStub } from './write-stub'

export type Pair = { host: HostRelease; remote: RemoteRelease }
/** Results of comparisons that were made before, by what they depend on. */
export type ComparisonCache = {
  read: (key: string) => Promise<string[] | undefined>
  write: (key: string, problems: string[]) => Promise<void>
}

/**
 * For each pair, the shared names whose types no longer are what the remote was compiled against. Equal types are
 * equal digests; all others are checked in one run (0.2 s), and each result is kept.
 */
export async function compareTypes(pairs: readonly Pair[], cache: ComparisonCache): Promise<string[][]> {
  const questions = pairs.map(questionOf)
  const known = await Promise.all(questions.map((question) => question && cache.read(question.key)))
  const open = questions.flatMap((question, index) => (question && !known[index] ? [question] : []))
  const judged = await judge([...new Map(open.map((question) => [question.key, question])).values()])
  await Promise.all([...judged].map(([key, problems]) => cache.write(key, problems)))
  return questions.map((question, index) => {
    const [remote, host] = [pairs[index]?.remote, pairs[index]?.host]
    if (!question || !remote || !host) return []
    const problems = known[index] ?? judged.get(question.key) ?? []
    return problems.map((problem) => `${nameOf(remote)} ${problem.replace('{host}', nameOf(host))}`)
  })
}

type Question = { key: string; stub: Stub; required: SharedTypes; provided: SharedTypes }

function questionOf({ host, remote }: Pair): Question | undefined {
  const [provided, required] = [host.provides, remote.requires]
  if (provided.types.digest === required.types.digest) return undefined
  const uses = Object.entries(required.names).flatMap(([request, names]) =>
    Object.entries(names)
      // A name that is missing is another problem, and libraries have versions.
      .filter(
        ([name]) =>
          provided.names[request]?.includes(name) && provided.types.entries[request] && required.types.entries[request],
      )
      .map(([name, place]): Use => ({ request, name, place })),
  )
  if (uses.length === 0) return undefined
  const stub = writeStub(folderOf(required.types), folderOf(provided.types), uses)
  const key = createHash('sha256')
    .update(stub.text)
    .update(JSON.stringify([required.types, provided.types]))
    .digest('hex')
  return { key, stub, required: required.types, provided: provided.types }
}

const folderOf = (types: SharedTypes): TypesFolder => ({ types, folder: `types-${types.digest.slice(0, 16)}` })

async function judge(questions: readonly Question[]): Promise<Map<string, string[]>> {
  if (questions.length === 0) return new Map()
  const files = new Map<string, string>()
  for (const [index, { stub, required, provided }] of questions.entries()) {
    files.set(`check-${index}.ts`, stub.text)
    for (const { types, folder } of [folderOf(required), folderOf(provided)]) {
      for (const [name, text] of Object.entries(types.files)) files.set(`${folder}/${name}`, text)
    }
  }
  const errors = await runTypeChecker(files)
  return new Map(
    questions.map(({ key, stub }, index) => {
      const own = errors.filter(({ file }) => file === `check-${index}.ts`)
      // The first question is the one whose answer says most.
      return [key, [...new Map(own.map((error) => describe(error, stub)).reverse()).values()].reverse()]
    }),
  )
}

/** One problem per name, however many questions found it. */
function describe({ line, message }: { line: number; message: string[] }, stub: Stub): [string, string] {
  const use = stub.uses.get(line)
  if (!use) throw new Error(`The comparison of types is broken at line ${line}: ${message.join(' ')}`)
  const { request, name, place } = use
  const text =
    `uses ${name} of ${request} (${place}) as it was when it was compiled; in {host} ${explain(message)}. ` +
    'Build it against the shared modules of that shell, or activate a shell that keeps the old use working.'
  return [`${request} ${name}`, text]
}
