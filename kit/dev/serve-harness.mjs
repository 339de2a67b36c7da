import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { nameOfPackage, root } from '../lib/places.cjs'
import { openPages, TYPES } from './serve-against.mjs'

const require = createRequire(import.meta.url)
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const { common } = require('../webpack/common.cjs')
const types = { ...TYPES, '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }
const RELOADS = '/harness-reloads'
const PAGE = `<!doctype html><html lang="en-GB"><link rel="stylesheet" href="/main.css"><body>
<script src="/harness.js"></script><script>new EventSource('${RELOADS}').onmessage = () => location.reload()</script>`

/** Shows the pages of the package in a folder without the frame of the site. */
export async function serveHarness(directory) {
  process.env.NODE_ENV = 'development'
  const config = harnessConfig(directory)
  const owners = ['.', '../shell', '../catalog', '../content']
  const publicFolders = owners.map((owner) => path.join(directory, owner, 'public'))
  const folders = [config.output.path, ...publicFolders]
  const pages = openPages()
  const port = Number(process.env.PORT ?? 3000)
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    if (pathname === RELOADS) return pages.add(response)
    const file = folders.map((folder) => path.join(folder, decodeURIComponent(pathname))).find(isFile)
    if (!file) return response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)
    const type = types[path.extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'Content-Type': type }).end(await readFile(file))
  })
  require('webpack')(config).watch({}, (error, stats) => {
    console.log(error ?? stats.toString('errors-warnings'))
    pages.send('message', 'built')
    // Before the first build the script's address would answer with the page.
    if (!server.listening) server.listen(port, 'localhost', () => console.log(`ready http://localhost:${port}/`))
  })
}

const isFile = (file) => path.extname(file) !== '' && existsSync(file)

function harnessConfig(directory) {
  const name = nameOfPackage(directory)
  return {
    ...common(directory, 'client'),
    name: `${name}:harness`,
    entry: './src/harness.tsx',
    output: { path: path.join(root, '.cache/harness', name), publicPath: '/', filename: 'harness.js' },
    plugins: [new MiniCssExtractPlugin()],
  }
}
