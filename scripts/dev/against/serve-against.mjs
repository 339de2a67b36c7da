import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildPackages, forgetBuild } from '../../lib/build-packages.mjs'
import { root } from '../../lib/packages.mjs'
import { stopAtEnd } from '../../lib/stop-at-end.mjs'
import { describeProblems } from '../describe-problems.mjs'
import { forwardTo } from './forward.mjs'
import { readLocalPackage } from './local-package.mjs'

const require = createRequire(import.meta.url)
const PAGE_SCRIPT = path.join(root, 'platform/origin/dist/development/page.js')
const TYPES = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' }

/**
 * Serves a running site with one package as it is built here; everything else comes from there, and nothing of it is changed.
 * Until the process is told to end.
 */
export async function serveAgainst(name, address) {
  const site = new URL(address)
  await buildPackages({ only: ['platform/origin'] })
  forgetBuild(name)
  const pages = openPages()
  let built
  const first = new Promise((resolve) => {
    watchClient(name, (problems) => {
      for (const { title, place, text } of problems) console.error(`\n${title}${place && `: ${place}`}\n${text}`)
      pages.send('problems', problems)
      if (problems.length > 0) return
      built = readLocalPackage(name)
      pages.send('composition', [])
      resolve()
    })
  })
  await first
  const forward = forwardTo(site, () => built)
  const server = createServer((request, response) => {
    answerHere(name, request, response, pages)
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

/** @param onBuilt called after each build with what does not compile */
function watchClient(name, onBuilt) {
  process.env.NODE_ENV = 'development'
  const [client] = require(path.join(root, name, 'webpack.config.cjs'))
  const compiler = require('webpack')({ ...client, infrastructureLogging: { level: 'error' } })
  compiler.watch({ aggregateTimeout: 10 }, (error, stats) => {
    if (error) throw error
    onBuilt(describeProblems([stats]))
  })
}

/** The pages that are open, each with a stream of what happens here. */
function openPages() {
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

/** @returns whether it was asked for what only this machine has */
async function answerHere(name, { url }, response, pages) {
  if (url === '/dev/events') {
    pages.add(response)
    return true
  }
  const [, file] = new RegExp(`^/assets/${name}/([\\w.-]+)$`).exec(url) ?? []
  const place = url === '/dev/page.js' ? PAGE_SCRIPT : file && path.join(root, name, 'dist/client', file)
  const content = place && (await readFile(place).catch(() => undefined))
  if (!content) return false
  const type = TYPES[path.extname(place)] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(content)
  return true
}
