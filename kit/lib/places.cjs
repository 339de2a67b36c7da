const { readdirSync, rmSync } = require('node:fs')
const path = require('node:path')

const kit = path.resolve(__dirname, '..')
const [above, installed] = kit.split(`${path.sep}node_modules${path.sep}`)
/** The repository that is built: all packages of the site, or one remote that has installed the kit. */
const root = installed ? above : path.dirname(kit)

/** Without its scope: `@site/catalog` → `catalog`. */
function nameOfPackage(directory) {
  return require(path.join(directory, 'package.json')).name.replace(/^@[\w-]+\//, '')
}

/** The same in every clone, and with the owner in front: `catalog/src/price-tag.tsx`. */
function nameOfFile(file) {
  const name = path.relative(root, file).split(path.sep).join('/')
  return installed ? `${nameOfPackage(root)}/${name}` : name
}

/** All files below a folder, by their paths in it: `src/price-tag.tsx`. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
}

/** Names the sources of the last `npm run build` of a package. */
const stampOf = (name) => path.join(root, '.cache/builds', name)

/** Forces the next build of a package, for code that changes its `dist` by other means. */
const forgetBuild = (name) => rmSync(stampOf(name), { force: true })

module.exports = { filesBelow, forgetBuild, kit, nameOfFile, nameOfPackage, root, stampOf }
