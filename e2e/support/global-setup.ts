import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { findChromium } from '../../scripts/machine/browsers.mjs'
import { createSite, environment, root } from './site'

export default async function globalSetup() {
  process.env.CHROMIUM_PATH = findChromium()
  const build = path.join(root, 'scripts/build.mjs')
  execFileSync(process.execPath, [build], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
  const site = await createSite()
  await site.deploy()
  await site.start()
  await site.stop()
  const data = `${site.data}-template`
  await cp(site.data, data, { recursive: true })
  process.env.SITE_URL = await site.start()
  process.env.BUILT_SITE_DIR = site.directory
  process.env.BUILT_DATA_DIR = data
  return () => site.remove()
}
