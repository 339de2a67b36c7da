import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { kit, nameOfPackage, root } from '../lib/places.cjs'
import { stopAtEnd } from '../lib/stop-at-end.mjs'
import { describeProblems, printProblems } from './problems.mjs'
import { rewriteDocument, rewriteFiles } from './rewrite.mjs'

const require = createRequire(import.meta.url)
/** Published with the kit; the site's own repository builds it. */
const findPageScript = () =>
  ['dist/page.js', '../platform/origin/dist/development/page.js'].map((file) => path.join(kit, file)).find(existsSync)
export const TYPES = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' }
const HASHED = /^(.+)\.\w{8}(\.\w+)$/
/** Request headers without personal data. */
const PASSED_ON = ['accept', 'accept-language', 'range']
/** Response headers that hold only for the site's address or the original bytes. */
const HELD_BACK = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'etag',
  'keep-alive',
  'last-modified',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
])

/** A build beside it empties `dist`, and webpack writes no unchanged file again. */
const builtIn = (directory) => path.join(root, '.cache/dev', nameOfPackage(directory))

export function findAddressProblem(address) {
  if (/^https?:\/\/[^/]+\/?$/.test(address)) return undefined
  return `"${address}" is no address of a site, such as https://shop.example`
}

/** Shows a running site with the package in a folder as it is built here, on each edit. */
export async function serveAgainst(directory, address) {
  const site = new URL(address)
  const pages = openPages()
  let built
  const first = new Promise((resolve) => {
    watchClient(directory, (problems) => {
      printProblems(problems)
      pages.send('problems', problems)
      if (problems.length > 0) return
      built = readLocalPackage(directory)
      pages.send('composition', [])
      resolve()
    })
  })
  await first
  const forward = forwardTo(site, () => built)
  const server = createServer((request, response) => {
    answerHere(directory, request, response, pages)
      .then((isAnswered) => isAnswered || forward(request, response))
      .catch((error) => {
        console.error(`${request.url}: ${error.cause?.message ?? error.message}`)
        if (response.headersSent) response.destroy()
        else response.writeHead(502, { 'content-type': 'text/plain' }).end(`${site.origin} does not answer\n`)
      })
  })
  server.listen(Number(process.env.PORT ?? 3000), 'localhost')
  await once(server, 'listening')
  stopAtEnd(async () => {
    server.close()
    server.closeAllConnections()
  })
  console.log(`ready http://localhost:${server.address().port}`)
}

function watchClient(directory, onBuilt) {
  process.env.NODE_ENV = 'development'
  const [client] = require(path.join(directory, 'webpack.config.cjs'))
  const output = { ...client.output, path: path.join(builtIn(directory), 'client') }
  const compiler = require('webpack')({ ...client, output, infrastructureLogging: { level: 'error' } })
  compiler.watch({ aggregateTimeout: 10 }, (error, stats) => {
    if (error) throw error
    onBuilt(describeProblems([stats]))
  })
}

export function openPages() {
  const streams = new Set()
  return {
    add(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write('retry: 1000\n\n')
      streams.add(response)
      response.once('close', () => streams.delete(response))
    },
    send(event, data) {
      for (const stream of streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
  }
}

async function answerHere(directory, { url }, response, pages) {
  if (url === '/dev/events') {
    pages.add(response)
    return true
  }
  const [, file] = new RegExp(`^/assets/${nameOfPackage(directory)}/([\\w.-]+)$`).exec(url) ?? []
  const place = url === '/dev/page.js' ? findPageScript() : file && path.join(builtIn(directory), 'client', file)
  const content = place && (await readFile(place).catch(() => undefined))
  if (!content) return false
  const type = TYPES[path.extname(place)] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(content)
  return true
}

/** Forwards reads only: nothing may change the other site. */
function forwardTo(site, readLocal) {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
      return response.end(`Nothing of ${site.origin} is changed from here: ${request.method} is not passed on.\n`)
    }
    const address = new URL(request.url, site)
    // `//other.example` is another host.
    if (address.origin !== site.origin) return response.writeHead(404).end()
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
    )
    const answer = await fetch(address, { method: request.method, headers, redirect: 'manual' })
    const body = await bodyOf(answer, address, readLocal)
    response.writeHead(answer.status, headersOf(answer, site))
    response.end(body)
  }
}

async function bodyOf(answer, { pathname }, readLocal) {
  if (answer.headers.get('content-type')?.startsWith('text/html'))
    return rewriteDocument(await answer.text(), await readLocal())
  if (answer.ok && /^\/site\/files[.\w]*\.json$/.test(pathname))
    return JSON.stringify(rewriteFiles(await answer.json(), await readLocal()))
  return Buffer.from(await answer.arrayBuffer())
}

function headersOf(answer, site) {
  const headers = [...answer.headers].filter(([name]) => !HELD_BACK.has(name))
  const location = answer.headers.get('location')
  return {
    ...Object.fromEntries(headers),
    ...(location && { location: location.replace(site.origin, '') }),
    'cache-control': 'no-store',
  }
}

async function readLocalPackage(directory) {
  const name = nameOfPackage(directory)
  const dist = builtIn(directory)
  const { modules } = JSON.parse(await readFile(path.join(dist, 'contract.json'), 'utf8'))
  const { '.': start, ...pages } = modules
  const addressOf = (file) => `/assets/${name}/${file}`
  const names = await readdir(path.join(dist, 'client'))
  const entry = start.scripts.at(-1)
  const scripts = Object.entries(pages).map(([module, { scripts: needed }]) => [
    module,
    needed.filter((file) => file !== entry).map(addressOf),
  ])
  const styles = names.filter((file) => file.endsWith('.css'))
  return {
    name,
    remote: { version: 'development', entry: addressOf(entry), integrity: '', scripts: Object.fromEntries(scripts) },
    files: Object.fromEntries(names.flatMap((file) => hashOf(file) ?? [])),
    styles: await Promise.all(
      styles.map(async (file) => ({
        href: addressOf(file),
        text: await readFile(path.join(dist, 'client', file), 'utf8'),
      })),
    ),
  }
}

/** `courses-page.1a2b3c4d.js` → `['courses-page.js', '1a2b3c4d']`. */
function hashOf(file) {
  const [, stem, extension] = HASHED.exec(file) ?? []
  return stem && [[stem + extension, file.slice(stem.length + 1, -extension.length)]]
}
