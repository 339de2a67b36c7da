import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileProgram } from '../../testing/compile-program'
import { renderHere, renderWork } from '../../testing/rendering-fixture'

let folder: string
let programFile: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'))
  programFile = await compileProgram(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const render = (code: string) =>
  renderHere(programFile, renderWork(code)).then(
    (documents) => documents[2] ?? '',
    (error: Error) => error.message,
  )
const page = (expression: string) => render(`\nexports.default = async ({ url }) => ${expression}`)

describe('a page in its sandbox', () => {
  it.each([
    [
      'URL and its query',
      `new URL('../b?c=%20d#e', 'http://h/a/').href + new URLSearchParams('a=1').get('a')`,
      'http://h/b?c=%20d#e1',
    ],
    [
      'text as bytes',
      `[...new TextEncoder().encode('ü')] + new TextDecoder().decode(Uint8Array.of(195, 188))`,
      '195,188ü',
    ],
    [
      'timers that cost no time',
      `await new Promise((done) => setTimeout(done, 86_400_000, 'a day later'))`,
      'a day later',
    ],
    ['microtasks', `await new Promise((done) => queueMicrotask(() => done('in its turn')))`, 'in its turn'],
    ['a clock that stands', 'new Date().toISOString() + new Date().getHours()', '2026-01-01T00:00:00.000Z0'],
    ['iterators, and what else is new in the language', `[3, 1].toSorted() + Object.groupBy([1], String)[1]`, '1,31'],
    [
      'a promise that was rejected and caught in time',
      `await Promise.reject(new Error()).catch(() => 'caught')`,
      'caught',
    ],
  ])('has %s', async (_what, expression, shown) => {
    expect(await page(expression)).toContain(shown)
  })

  it.each([
    'fetch',
    'process',
    'WebSocket',
    'WebAssembly',
    'Atomics',
    'MessageChannel',
    'navigator',
    'document',
    'window',
    'global',
    'crypto',
  ])('has no %s', async (name) => {
    expect(await page(`'type ' + typeof ${name}`)).toContain('type undefined')
  })

  it.each([
    ['Intl.NumberFormat', `new Intl.NumberFormat('de')`],
    ['Number.prototype.toLocaleString', `(1).toLocaleString('de')`],
    ['Date.prototype.toLocaleTimeString', 'new Date().toLocaleTimeString()'],
    ['String.prototype.localeCompare', `'a'.localeCompare('b')`],
    ['String.prototype.toLocaleUpperCase', `'i'.toLocaleUpperCase('tr')`],
    ['Array.prototype.toLocaleString', '[1].toLocaleString()'],
    ['TypedArray.prototype.toLocaleString', 'new Uint8Array(1).toLocaleString()'],
  ])('is told what to use instead of %s', async (name, expression) => {
    expect(await page(expression)).toMatch(
      new RegExp(
        `page /courses of catalog/courses-page: Error: ${name} is not available.*Format with code of your own`,
      ),
    )
  })

  it('is refused with its file and line', async () => {
    const code = `\n\nconst fail = () => { throw new TypeError('wrong') }\nexports.default = () => fail()`
    const refusal = await render(code)
    expect(refusal).toMatch(
      /^Rendering failed at page \/courses of catalog\/courses-page: TypeError: wrong\n +at fail \(catalog@1\.0\.0\/server\/courses-page\.cjs:3:\d+\)\n/,
    )
    expect(refusal).not.toContain('prelude')
  })

  it.each([
    ['a text', `throw 'only text'`, 'Error: only text'],
    ['nothing', 'throw undefined', 'page /courses of catalog/courses-page: '],
    ['what has no name', `throw Object.assign(Object.create(null), { message: 'bare' })`, 'bare'],
  ])('is refused when it throws %s', async (_what, code, said) => {
    expect(await render(`exports.default = () => { ${code} }`)).toContain(said)
  })

  it.each([
    ['a module that does not parse', 'exports.default = (', /module catalog\/courses-page: SyntaxError: /],
    [
      'a page without HTML',
      `exports.default = () => ({ toString: () => { throw new Error('no text') } })`,
      /Error: no text/,
    ],
    [
      'a promise that nobody resolves',
      'exports.default = () => new Promise(() => {})',
      /waits for something that never happens/,
    ],
    [
      'a job that throws',
      `exports.default = () => { queueMicrotask(() => { throw new Error('in a job') }); return '' }`,
      /Error: in a job/,
    ],
  ])('is refused: %s', async (_what, code, message) => {
    expect(await render(code)).toMatch(message)
  })

  it('has limits for itself, not for all pages of its package', async () => {
    // Two thirds of the step budget each, so together they exceed it.
    const code = `exports.default = () => { for (let step = 0; step < 1_200_000; step++); return 'computed' }`
    expect(await render(code)).toContain('computed')
  })

  it('begins with nothing left over from the page before', async () => {
    const late = `let runs = 0\nexports.default = () => { setTimeout(() => { runs++ }, 1_000); return 'runs ' + runs }`
    const documents = await renderHere(programFile, renderWork(late))
    expect(documents[3]).toContain('runs 0')
  })
})

describe('the engine', () => {
  it('is the file of the version that package.json names', async () => {
    const { version } = JSON.parse(await readFile(require.resolve('quickjs-wasi/package.json'), 'utf8'))
    const { dependencies } = JSON.parse(await readFile(path.join(__dirname, '../../../package.json'), 'utf8'))
    expect(dependencies['quickjs-wasi']).toBe(version)
  })
})
