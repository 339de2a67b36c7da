import { execSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const OPERATOR = 'platform/operator'
const [name] = process.argv.slice(2)
const version = process.env.RELEASE_VERSION
mkdirSync('dist', { recursive: true })
if (name === OPERATOR) writeFileSync('dist/site.cjs', readFileSync(new URL('fake-site.cjs', import.meta.url)))
else {
  execSync(process.env.DURING_BUILD ?? 'true', { cwd: '..', stdio: 'inherit' })
  const release = { package: name, version, source: readFileSync('source.txt', 'utf8') }
  writeFileSync('dist/release.json', JSON.stringify(release))
  const description = { name: `@site-release/${name}`, version, files: ['release.json'] }
  writeFileSync('dist/package.json', JSON.stringify(description))
}
