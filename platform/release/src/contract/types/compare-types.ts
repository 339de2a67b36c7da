import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { replaceFile } from '@platform/base/durable/durable'
import { parseChecked } from '@platform/base/errors/parse-checked'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type HostRelease, nameOf, type RemoteRelease } from '../../manifest/release'
import { checkStubs, folderOf, type TypeQuestion } from './check-stubs'
import { type Use, writeStub } from './write-stub'

export type Pair = { host: HostRelease; remote: RemoteRelease }
export type ComparisonCache = {
  read: (key: string) => Promise<string[] | undefined>
  write: (key: string, problems: string[]) => Promise<void>
}

/** Limit of one run, which usually takes 0.5 s: types can take for ever to check. */
const LIMIT_MS = 30_000

export async function compareTypes(
  pairs: readonly Pair[],
  cache: ComparisonCache,
  limitMs = LIMIT_MS,
): Promise<string[][]> {
  const questions = pairs.map(questionOf)
  const known = await Promise.all(questions.map((question) => question && cache.read(question.key)))
  const open = questions.flatMap((question, index) => (question && !known[index] ? [question] : []))
  const checked = await checkStubs([...new Map(open.map((question) => [question.key, question])).values()], limitMs)
  const final = [...checked].filter(([, { isFinal }]) => isFinal)
  await Promise.all(final.map(([key, { problems }]) => cache.write(key, problems)))
  return questions.map((question, index) => {
    const [remote, host] = [pairs[index]?.remote, pairs[index]?.host]
    if (!question || !remote || !host) return []
    const problems = known[index] ?? checked.get(question.key)?.problems ?? []
    return problems.map((problem) => `${nameOf(remote)} ${problem.replace('{host}', nameOf(host))}`)
  })
}

function questionOf({ host, remote }: Pair): TypeQuestion | undefined {
  const [provided, required] = [host.provides, remote.requires]
  if (provided.types.digest === required.types.digest) return undefined
  const uses = Object.entries(required.names).flatMap(([request, names]) =>
    Object.entries(names)
      // Missing names are reported elsewhere, and libraries are compared by version.
      .filter(
        ([name]) =>
          provided.names[request]?.includes(name) && provided.types.entries[request] && required.types.entries[request],
      )
      .map(([name, place]): Use => ({ request, name, place })),
  )
  if (uses.length === 0) return undefined
  const stub = writeStub(folderOf(required.types), folderOf(provided.types), uses)
  const key = sha256(stub.text + JSON.stringify([required.types, provided.types]))
  return { key, stub, required: required.types, provided: provided.types }
}

const checker = Compile(Type.Array(Type.String()))

export function comparisonCache(folder: string): ComparisonCache {
  const fileOf = (key: string) => path.join(folder, `${key}.json`)
  return {
    read: async (key) => parseChecked(checker, await readFile(fileOf(key), 'utf8').catch(() => '')),
    async write(key, problems) {
      await replaceFile(fileOf(key), JSON.stringify(problems)).catch(() => {})
    },
  }
}

export function readOnlyComparisonCache(folder: string): ComparisonCache {
  return { ...comparisonCache(folder), write: async () => {} }
}
