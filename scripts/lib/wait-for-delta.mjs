import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import path from 'node:path'

const PATIENCE_MS = 60_000

/**
 * Waits until an origin can send one version of a script as what it differs by from another: it makes that beside its
 * work, after the release is live.
 * @param script `{ name, stem, versions: [before, after] }`: package, name of the script without its hash, versions
 */
export async function waitForDelta({ siteDir, url }, { name, stem, versions }) {
  const [before, after] = await Promise.all(versions.map((version) => readScript(siteDir, { name, stem, version })))
  const dictionary = createHash('sha256').update(before.content).digest('base64')
  const headers = { 'accept-encoding': 'dcz, br', 'available-dictionary': `:${dictionary}:` }
  const deadline = Date.now() + PATIENCE_MS
  while ((await encodingOf(`${url}/assets/${name}/${after.file}`, headers)) !== 'dcz') {
    if (Date.now() > deadline) throw new Error(`No delta of ${after.file} to ${before.file} is made`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function readScript(siteDir, { name, stem, version }) {
  const folder = path.join(siteDir, 'releases', name, version, 'client')
  const file = (await readdir(folder)).find((it) => it.startsWith(`${stem}.`) && it.endsWith('.js'))
  if (!file) throw new Error(`${name}@${version} has no script ${stem}`)
  return { file, content: await readFile(path.join(folder, file)) }
}

function encodingOf(address, headers) {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (response) => resolve(response.resume().headers['content-encoding'])).on('error', reject)
  })
}
