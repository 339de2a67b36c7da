import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesBelow, kit } from './places.cjs'

/** A global variable of the browser holds the package: no hyphens, no words of the language or of `window`. */
const NAME =
  /^(?!(?:class|default|delete|export|history|import|location|name|new|parent|self|status|this|top)$)[a-z][a-z0-9]*$/
const { version, peerDependencies } = JSON.parse(readFileSync(path.join(kit, 'package.json'), 'utf8'))

export function findNameProblem(name = '') {
  if (!NAME.test(name))
    return 'Name the package in small letters and digits, by no word of JavaScript or the browser, such as events'
  if (existsSync(name)) return `There is a folder ${name} already`
}

/**
 * Writes a new remote into a folder.
 * @param {string[]} parts folders of the template: `package`, and `repository` for a repository of its own
 * @param registry address of the teams' registry
 */
export function copyTemplate(name, folder, parts, registry = '') {
  const title = name.replace(/^./, (letter) => letter.toUpperCase())
  const words = {
    __name__: name,
    __Title__: title,
    __Name__: title,
    __react__: peerDependencies.react,
    __shared__: peerDependencies['@site/shared'],
    __kit__: version,
    __registry__: registry,
  }
  const fill = (text) => Object.entries(words).reduce((filled, [word, value]) => filled.replaceAll(word, value), text)
  for (const part of parts) cpSync(path.join(kit, 'template', part), folder, { recursive: true })
  for (const place of filesBelow(folder)) {
    const file = path.join(folder, place)
    writeFileSync(file, fill(readFileSync(file, 'utf8')))
    renameSync(file, path.join(folder, fill(place)))
  }
  // npm publishes no files of these names.
  for (const file of ['github', 'gitignore', 'npmrc'].map((it) => path.join(folder, `_${it}`)))
    if (existsSync(file)) renameSync(file, file.replace(/_(\w+)$/, '.$1'))
}
