import { mkdtemp, rm } from 'node:fs/promises'
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

const PLATFORM = `
const addresses = ['http://a.b/c?d=e#f', 'HTTP://ÜSER:p%20w@EXämple.com:80/a/../b/./c d?q=ü&x#h ö', '//x/y', '../up?q#h',
  '?q=1&q=2', '#h', '', 'file:///C|/x', 'http://[::1]:3000/', 'http://1.2.3/', 'data:text/html,<b>', 'javascript:alert(1)',
  'http://a b/', 'http://%zz/', 'https://☃.net/?☃', 'blob:https://a/b', 'http://a:99999/', 'mailto:x@y z', 'line\\nbreak']
const bases = [undefined, 'https://example.com/a/b?c#d', 'no base']
const queries = ['', '?a=1&b=2', 'a=1&a=2&&c&=d&e==f', 'a+b=c%20d&%zz=%e4%bd%a0&x=%ff%c3', 'q=ü☃𝄞&plus=%2B', 'bom=%ef%bb%bfx', "safe=*-._&unsafe=!'()~"]
const texts = ['', 'plain', 'ü€𝄞', '\\ud800', '\\udc00a\\ud83d', 'a\\u0000b', '\\uffff\\u{10ffff}', 'ü𝄞'.repeat(1000)]
const invalid = [[0xff, 0x61], [0xc3], [0xe2, 0x82, 0x61], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0x80],
  [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x28, 0xa1]]
const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
const read = (make) => {
  try { const url = make(); return [parts.map((part) => url[part]), [...url.searchParams]] } catch (error) { return error.message }
}`

describe('a page in its sandbox', () => {
  it.each([
    ['the URL standard’s parse', `URL.parse('no address')`, 'null'],
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

  // Each expression has the value that Node gives it.
  it.each([
    ['URL', 'addresses.map((it) => bases.map((base) => [read(() => new URL(it, base)), URL.canParse(it, base)]))'],
    [
      'changes of a URL',
      `Object.entries({ search: 'x=1 2', hash: 'ö', pathname: '/a b/../c', host: 'other.example:81', port: 'nothing',
        protocol: 'http', href: 'https://whole.example/?new', username: 'u@' }).map(([part, value]) =>
        read(() => Object.assign(new URL('https://a.b/c?d=e#f'), { [part]: value })))`,
    ],
    [
      'a URL and its query',
      `(() => { const url = new URL('https://a.b/?d=e'); url.searchParams.append('f', 'ü &'); url.searchParams.delete('d')
        const before = String(url); url.search = '?g=1'; return [before, url.searchParams.get('g'), { url }] })()`,
    ],
    [
      'URLSearchParams',
      `[...queries, [['a', '1'], ['b', 'ü']], { a: '1', b: '\\ud800' }, new Map([['k', 'v']])].map((it) => {
        const params = new URLSearchParams(it)
        return [[...params], String(params), params.size, [...params.keys()], [...params.values()]] })`,
    ],
    [
      'changes of URLSearchParams',
      `(() => { const params = new URLSearchParams('b=2&a=1&b=3&c=4'), seen = []
        params.set('b', 'x'); params.set('new', 'y'); params.append('a', '0'); params.delete('c'); params.delete('a', '0')
        params.sort(); params.forEach((value, name) => seen.push(name, value))
        return [String(params), params.get('b'), params.getAll('a'), params.has('c'), params.has('a', '1'), seen] })()`,
    ],
    ['no pair of three', `read(() => new URLSearchParams([['a', 'b', 'c']])).length > 0`],
    ['TextEncoder', 'texts.map((it) => [...new TextEncoder().encode(it), Buffer.byteLength(it)])'],
    [
      'TextEncoder with little room',
      `[0, 1, 2, 3, 4, 5, 6, 7].map((room) => { const bytes = new Uint8Array(room)
        return [new TextEncoder().encodeInto('aü€𝄞', bytes), [...bytes]] })`,
    ],
    ['TextDecoder', 'invalid.map((it) => new TextDecoder().decode(Uint8Array.from(it)))'],
    [
      'TextDecoder of parts',
      `(() => { const decoder = new TextDecoder()
        return [...new TextEncoder().encode('aü€𝄞')].map((it) => decoder.decode(Uint8Array.of(it), { stream: true })) })()`,
    ],
    [
      'Headers',
      `(() => { const headers = new Headers([['X-One', ' 1 '], ['accept', 'a']]); headers.append('Accept', 'b')
        headers.set('x-two', '2'); headers.delete('X-ONE')
        return [[...headers], headers.get('ACCEPT'), headers.has('x-one'), headers.get('none')] })()`,
    ],
    [
      'Request',
      `(() => { const it = new Request('http://h/a b', { method: 'post', headers: { Accept: 'a' } }).clone()
        return [it.url, it.method, it.headers.get('accept'), it.signal.aborted, read(() => new Request('no address')).length > 0] })()`,
    ],
    [
      'Response',
      `[undefined, { status: 302, headers: { Location: '/x' } }].map((it) => new Response(null, it))
        .map(({ status, ok, headers }) => [status, ok, headers.get('location')])`,
    ],
  ])("has Node's %s", async (_what, expression) => {
    const json = `JSON.stringify(${expression})`
    const expected = new Function(`${PLATFORM}; return ${json}`)()
    const shown = await render(`\n${PLATFORM}; exports.default = () => '<main>' + ${json} + '</main>'`)
    expect(/<main>(.*)<\/main>/s.exec(shown)?.[1] ?? shown).toBe(expected)
  })

  it.each([
    [
      'by when they are due, without any waiting',
      `setTimeout(note, 1_000_000, 'late'); setTimeout(note, 5, 'soon'); setTimeout(note, 'no number', 'at once')
      setImmediate(note, 'immediate'); setTimeout(note, 5, 'soon too')`,
      'immediate,at once,soon,soon too,late',
    ],
    [
      'counted from when they are made',
      `setTimeout(() => setTimeout(note, 10, 'third'), 10); setTimeout(note, 15, 'second')`,
      'second,third',
    ],
    [
      'again until they are cancelled',
      `const id = setInterval(() => note('again') === 3 && clearInterval(id), 10)
      clearTimeout(setTimeout(note, 1, 'never'))`,
      'again,again,again',
    ],
  ])('runs timers %s', async (_what, code, order) => {
    const end = 'new Promise((done) => setTimeout(done, 2_000_000))'
    const shown = await page(
      `{ const ran = [], note = (it) => ran.push(it); ${code}; await ${end}; return 'ran ' + ran }`,
    )
    expect(shown).toContain(`ran ${order}`)
  })

  it('is refused for console.error, whose placeholders are filled; other methods are silent', async () => {
    const code = `console.error('bad %s and %d of %s', 'key', 4); console.error('100 %', 'left', 1, null); console.error('%s')`
    const said = 'called: bad key and 4 of %s; 100 % left 1 null; %s'
    expect(await page(`{ console.log('log'); console.warn('warn'); ${code} }`)).toContain(said)
    const others = `const circle = {}; circle.self = circle; console.error(new TypeError('wrong'), circle)`
    expect(await page(`{ ${others} }`)).toMatch(/TypeError: wrong\n.*\[object Object\]/s)
  })

  it.each(['MessageChannel', 'document', 'window', 'global', 'crypto'])('has no %s', async (name) => {
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

  const throwing = (value: string) => `exports.default = () => { throw ${value} }`
  it.each([
    ['a text is thrown', throwing(`'only text'`), /Error: only text/],
    ['nothing is thrown', throwing('undefined'), /page \/courses of catalog\/courses-page: /],
    ['what has no name is thrown', throwing(`Object.assign(Object.create(null), { message: 'bare' })`), /bare/],
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
