// Replaces `lerna version` in tests that do not depend on its choice: raises the version of one package.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const [, name] = /--force-publish=@site\/(\S+)/.exec(process.argv.join(' '))
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const change = (file, edit) => {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  edit(content)
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
const { version: former } = JSON.parse(readFileSync(`${name}/package.json`, 'utf8'))
const [major, minor, patch] = former.split('.').map(Number)
const since = git('tag', '--list', `@site/${name}@${former}`)
const messages = git('log', '--format=%s', ...(since ? [`${since}..HEAD`] : []), '--', name)
const version = /^feat/m.test(messages) ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`

change(`${name}/package.json`, (description) => Object.assign(description, { version }))
change('package-lock.json', ({ packages }) => Object.assign(packages[name], { version }))
writeFileSync(`${name}/CHANGELOG.md`, `# ${version}\n\n${messages}\n`)
