import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'

/** An error of the type checker: its file, line and message with all explanations, from the general to the particular. */
export type TypeError = { file: string; line: number; message: string[] }

const ERROR = /^(.+?)\((\d+),\d+\): error TS\d+: (.*)$/

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
}

/**
 * Checks files that exist only for this; React's types are the origin's, the same for both sides.
 * @param files text by name, relative to each other; the programs to be checked end in `.ts`, not in `.d.ts`
 * @throws Refusal when there is no type checker
 */
export async function runTypeChecker(files: ReadonlyMap<string, string>): Promise<TypeError[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-types-'))
  try {
    for (const [name, text] of files) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), text)
    }
    const programs = [...files.keys()].filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    const project = { compilerOptions: { ...compilerOptions, paths: findReact() }, files: programs }
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(project))
    return parseErrors(await check(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function check(folder: string): Promise<string> {
  const program = findInstalled('typescript', 'bin/tsc')
  return new Promise((resolve, reject) => {
    const args = [program, '-p', folder, '--pretty', 'false']
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      // Type errors end it with another code than 0; they are the answer.
      if (error && stdout === '') reject(new Error(`The type checker failed: ${stderr || error.message}`))
      else resolve(stdout)
    })
  })
}

function parseErrors(output: string): TypeError[] {
  const errors: TypeError[] = []
  for (const text of output.split('\n')) {
    const [, file, line, message] = ERROR.exec(text) ?? []
    if (file !== undefined && message !== undefined) errors.push({ file, line: Number(line), message: [message] })
    else if (text.startsWith(' ')) errors.at(-1)?.message.push(text.trim())
  }
  return errors
}

function findReact() {
  const react = path.dirname(findInstalled('@types/react', 'package.json'))
  return { react: [path.join(react, 'index.d.ts')], 'react/*': [path.join(react, '*')] }
}

/** Found when it is needed: a program that never compares types runs without it. */
function findInstalled(name: string, file: string): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    const installed = path.join(folder, 'node_modules', name)
    if (existsSync(path.join(installed, 'package.json'))) return path.join(installed, file)
    if (folder === path.dirname(folder)) {
      throw new Refusal(`Types cannot be compared, because ${name} is not installed beside the origin. Run npm ci.`)
    }
  }
}
