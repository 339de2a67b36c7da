import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serialize } from 'node:v8'
import { compileProgram } from '../testing/compile-program'
import { renderHere, renderWork } from '../testing/rendering-fixture'
import { programFiles, readProgram } from './program-files'
import { defaultLimits, type OnDocument, renderSite } from './render-site'

let folder: string
let programFile: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'render-site-'))
  programFile = await compileProgram(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const render = (limits = {}, onDocument?: OnDocument) =>
  renderSite(renderWork(), { ...defaultLimits, programFile, ...limits }, onDocument)

describe('renderSite', () => {
  // The memory held all documents of a site of ten thousand until the end.
  it('waits for whoever takes them, and counts that as nobody’s time', async () => {
    const takenAt: number[] = []
    await render({ timeoutMs: 2_000 }, async () => {
      if (takenAt.push(performance.now()) === 1) await setTimeout(2_500)
    })
    expect(takenAt).toHaveLength(5)
    expect((takenAt[1] ?? 0) - (takenAt[0] ?? 0)).toBeGreaterThan(2_400)
  })

  it('ends with what whoever is told of a document throws', async () => {
    const refuse = () => {
      throw new Error('not this one')
    }
    await expect(render({}, refuse)).rejects.toThrow('not this one')
  })

  it('refuses an engine other than the one it was made for', async () => {
    await appendFile(programFiles(programFile).engine, ' ')
    await expect(render()).rejects.toThrow(/quickjs\.wasm is not the engine that pages are rendered with/)
  })
})

const ELSEWHERE = `
  const [program, input, shift] = process.argv.slice(1)
  const now = Date.now, read = require('node:fs').readFileSync
  Date.now = () => now() + Number(shift)
  Math.random = () => Number(shift) / 1e15
  require(program).renderAll(require('node:v8').deserialize(read(input)), async (line) => console.log(line))`

it.each([
  ['Pacific/Kiritimati', 'ar_EG.UTF-8', 1e12],
  ['America/Adak', 'tr_TR.UTF-8', -1e12],
])('the same site has the same bytes with the clock of %s, in %s', async (TZ, LANG, shift) => {
  const work =
    renderWork(`exports.default = () => [new Date(), Date.now(), new Date(2026, 0, 1).getTime(), Math.random(),
    performance.now(), [3, 10, 'ä', 'z', 'I'].sort(), 'Iı'.toLowerCase(), new Date(1e12).getHours()].join(' ')`)
  const { program: _, ...parts } = await readProgram(programFile)
  const input = path.join(folder, 'input')
  await writeFile(input, serialize({ ...parts, work, limits: { memoryMb: 64, interrupts: 300 } }))
  const args = ['--eval', ELSEWHERE, programFile, input, String(shift)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { TZ, LANG, LC_ALL: LANG } })
  const documents = stdout.split('\n').flatMap((line) => (line ? (JSON.parse(line).html ?? []) : []))
  expect(documents).toEqual(await renderHere(programFile, work))
  expect(documents[2]).toContain('Thu Jan 01 2026 00:00:00 GMT+0000')
})

describe('a process that renders, whose engine does not hold', () => {
  // Simulates an engine that a page has taken over.
  const takenOver = (code: string) =>
    writeFile(
      programFile,
      `const fs = require('node:fs')
      const say = (message) => new Promise((done) => process.stdout.write(JSON.stringify(message) + '\\n', done))
      const fail = async (text) => { await say({ step: 0, type: 'started' }); await say({ step: 0, type: 'failed', reason: String(text) }) }
      exports.renderAll = async () => { ${code} }`,
    )
  const trying = (code: string) =>
    `let found; try { found = ${code} } catch (error) { found = error.code ?? error.message }; await fail(found)`

  it.each<[string, string, RegExp, number?]>([
    ['reads a file', trying(`fs.readFileSync('/etc/hostname', 'utf8')`), /ERR_ACCESS_DENIED/],
    ['writes a file', trying(`fs.writeFileSync('/tmp/forged', '')`), /ERR_ACCESS_DENIED/],
    ['reads who started it', trying(`fs.readFileSync('/proc/' + process.ppid + '/environ')`), /ERR_ACCESS_DENIED/],
    ['starts a program', trying(`require('node:child_process').execSync('id')`), /ERR_ACCESS_DENIED/],
    [
      'starts a thread',
      trying(`new (require('node:worker_threads').Worker)('1', { eval: true })`),
      /ERR_ACCESS_DENIED/,
    ],
    ['has an environment', trying('JSON.stringify(process.env)'), /: \{\}$/],
    ['has a channel', trying('typeof process.send + typeof process.channel'), /: undefinedundefined$/],
    ['ends', 'process.exit(0)', /start of the process: it ended the process$/],
    ['dies', 'process.abort()', /it ended the process$/],
    [
      'takes memory',
      'const all = []; for (;;) all.push(new Array(1e6).fill(all.length))',
      /more memory than its process may/,
      30_000,
    ],
    ['says nothing', 'setInterval(() => {}, 1000)', /start of the process: not finished after 2 s$/],
    [
      'writes errors without end',
      `for (;;) await new Promise((done) => process.stderr.write('x'.repeat(1e6), done))`,
      /not finished after 2 s$/,
    ],
  ])('%s: refused', async (_what, code, message, timeoutMs = 2_000) => {
    await takenOver(code)
    await expect(render({ timeoutMs })).rejects.toThrow(message)
  })

  it('is another user than this process where the system allows that', async () => {
    await takenOver(trying('process.getuid()'))
    const uid = process.getuid?.() === 0 ? 65_534 : process.getuid?.()
    await expect(render()).rejects.toThrow(new RegExp(`: ${uid}$`))
  })
})
