import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { filesBelow, kit, root } from '../lib/places.cjs'
import { findCompiler } from '../lib/tools.mjs'
import { sha256 } from './versions.mjs'

const require = createRequire(import.meta.url)
const { siteModules } = require('../webpack/federation.cjs')
const execute = promisify(execFile)
const CACHE = path.join(root, '.cache/types')
export const PUBLISHED = 'federated-types.json'
const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

const rules = [
  { pattern: /(?<![\w$.'"-])any(?![\w$'"-])/, problem: 'has the type any, which fits everything' },
  {
    pattern: /export declare (?:function|const) [A-Z]\w*[^;]*(?:\)|=>)\s*:?\s*Promise</,
    problem: 'is an async component, which a browser cannot render',
  },
  {
    pattern: /^\s+(?!(?:get|set|new)\b)[\w$]+\??(?:<[^>]*>)?\([^)]*\)\s*:/,
    problem: 'is a method, whose parameters TypeScript compares loosely; write a property of function type',
  },
  {
    // The origin lacks the library, so its types would be `any`.
    pattern: /(?:from |import\()['"](?!\.|react(?:\/|['"]))/,
    problem: 'hands on types of a library, which differ with its version',
  },
]

const sharedFolder = () => path.dirname(require.resolve('@site/shared/package.json'))

/**
 * Emits the declarations of federated `shared` modules, cached by sources. The published `shared` carries its own.
 * @throws Error when a type is too vague to compare
 */
export async function emitTypes() {
  const published = path.join(sharedFolder(), PUBLISHED)
  if (existsSync(published)) return JSON.parse(await readFile(published, 'utf8'))
  const entries = Object.fromEntries(siteModules.map((request) => [request, sourceOf(request)]))
  const cached = path.join(CACHE, `${digestSources(entries)}.json`)
  if (existsSync(cached)) return JSON.parse(await readFile(cached, 'utf8'))
  const all = await compile(Object.values(entries))
  const outputs = Object.fromEntries(Object.entries(entries).map(([request, file]) => [request, declarationOf(file)]))
  const files = reachable(Object.values(outputs), all)
  refuseVagueTypes(files)
  const types = { entries: outputs, files, digest: sha256(JSON.stringify([outputs, files])) }
  await mkdir(CACHE, { recursive: true })
  // Two builds may write at once.
  const draft = `${cached}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(types))
  await rename(draft, cached)
  return types
}

/**
 * @param {Record<string, string>} files declaration files by name
 * @throws Error naming each type that a comparison could not decide, with its file
 */
export function refuseVagueTypes(files) {
  const problems = Object.entries(files).flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line) =>
        rules
          .filter(({ pattern }) => pattern.test(line))
          .map(({ problem }) => `shared/src/${file.replace('.d.ts', '')}: "${line.trim()}" ${problem}`),
      ),
  )
  if (problems.length > 0) throw new Error(`Releases could not be compared by these types:\n  ${problems.join('\n  ')}`)
}

/** `@site/shared/cart` → `src/cart/index.ts`. */
function sourceOf(request) {
  const { exports } = JSON.parse(readFileSync(path.join(sharedFolder(), 'package.json'), 'utf8'))
  return path.posix.normalize(exports[request.replace('@site/shared', '.')])
}

const declarationOf = (file) => file.replace(/^src\//, '').replace(/\.tsx?$/, '.d.ts')

async function compile(files) {
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(path.join(CACHE, 'emit-'))
  try {
    const config = {
      extends: path.join(kit, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        removeComments: true,
        types: ['react', path.join(sharedFolder(), 'src/assets.d.ts')],
        rootDir: path.join(sharedFolder(), 'src'),
        outDir: path.join(folder, 'types'),
      },
      files: files.map((file) => path.join(sharedFolder(), file)),
    }
    const project = path.join(folder, 'tsconfig.json')
    await writeFile(project, JSON.stringify(config))
    await execute(process.execPath, [findCompiler(), '-p', project]).catch(({ stdout, message }) => {
      throw new Error(`The types of the shared modules cannot be written:\n${stdout || message}`)
    })
    return readFolder(path.join(folder, 'types'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const readFolder = (folder) =>
  Object.fromEntries(filesBelow(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]))

function reachable(entries, all) {
  const found = new Set()
  const visit = (file) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, request] of all[file].matchAll(RELATIVE_IMPORT)) visit(resolve(file, request, all))
  }
  for (const entry of entries) visit(entry)
  return Object.fromEntries([...found].sort().map((file) => [file, all[file]]))
}

function resolve(from, request, all) {
  const base = path.posix.join(path.posix.dirname(from), request)
  const file = [`${base}.d.ts`, `${base}/index.d.ts`].find((candidate) => Object.hasOwn(all, candidate))
  if (!file) throw new Error(`${from} imports ${request}, whose types were not written`)
  return file
}

function digestSources(entries) {
  const folder = path.join(sharedFolder(), 'src')
  const sources = filesBelow(folder)
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => path.join(folder, file))
    .sort()
  const tools = [path.join(root, 'package-lock.json'), path.join(kit, 'tsconfig.base.json'), import.meta.filename]
  const texts = [...sources, ...tools].map((file) => [path.relative(root, file), readFileSync(file, 'utf8')])
  return sha256(JSON.stringify([entries, texts]))
}
