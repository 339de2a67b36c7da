import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'

export type TypeProblem = { file: string; line: number; message: string[] }

/** A run without an answer: timeout, too much output or a crash. */
export class TypeCheckerFailure extends Error {
  override name = 'TypeCheckerFailure'
}

const MAX_OUTPUT = 4_000_000

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
 * Runs `tsc` on temporary files, with the platform's React types for both sides.
 * @param files text by name; programs to check end in `.ts`, not in `.d.ts`
 */
export async function runTypeChecker(files: ReadonlyMap<string, string>, limitMs: number): Promise<TypeProblem[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-types-'))
  try {
    for (const [name, text] of files) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), text)
    }
    const programs = [...files.keys()].filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    const project = { compilerOptions: { ...compilerOptions, paths: findReact() }, files: programs }
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(project))
    return parseErrors(await check(folder, limitMs))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function check(folder: string, limitMs: number): Promise<string> {
  const args = [findInstalled('typescript', 'bin/tsc'), '-p', folder, '--pretty', 'false']
  return new Promise((resolve, reject) => {
    // Detached, so that one kill ends the launcher and the compiler that it starts.
    const program = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const texts = { stdout: '', stderr: '' }
    const giveUp = (why: string) => {
      if (program.pid !== undefined) killGroup(program.pid)
      reject(new TypeCheckerFailure(why))
    }
    const timer = setTimeout(() => giveUp(`the type checker did not end within ${limitMs / 1000} s`), limitMs)
    for (const stream of ['stdout', 'stderr'] as const) {
      program[stream].setEncoding('utf8').on('data', (text: string) => {
        texts[stream] += text
        if (texts[stream].length > MAX_OUTPUT) giveUp('the type checker finds more errors than anybody could read')
      })
    }
    program.once('error', reject)
    program.once('close', (code, signal) => {
      clearTimeout(timer)
      const { stdout, stderr } = texts
      // Exit codes 1 and 2 report type errors, which are the answer.
      if (code === 0 || (signal === null && code !== null && code <= 2 && stdout !== '')) resolve(stdout)
      else reject(new TypeCheckerFailure(`the type checker failed: ${stderr.slice(0, 500) || (signal ?? code)}`))
    })
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {}
}

function parseErrors(output: string): TypeProblem[] {
  const errors: TypeProblem[] = []
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

function findInstalled(name: string, file: string): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    const installed = path.join(folder, 'node_modules', name)
    if (existsSync(path.join(installed, 'package.json'))) return path.join(installed, file)
    if (folder === path.dirname(folder)) {
      throw new Refusal(`Types cannot be compared, because ${name} is not installed beside the origin. Run npm ci.`)
    }
  }
}
