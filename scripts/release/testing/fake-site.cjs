// Fakes `site publish <name>`: accepts a repeated version only with the same content.
const { execSync } = require('node:child_process')
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')

const name = process.argv[3]
const env = { ...process.env, RELEASE_PID: String(process.ppid) }
execSync(env.DURING_PUBLISH ?? 'true', { env, stdio: 'inherit' })
const content = readFileSync(`${name}/dist/release.json`, 'utf8')
const file = `.site/${name}@${JSON.parse(content).version}`
mkdirSync('.site', { recursive: true })
if (existsSync(file) && readFileSync(file, 'utf8') !== content) throw new Error(`${file} is already published`)
writeFileSync(file, content)
