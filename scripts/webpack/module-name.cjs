// Names of modules and their files that are the same in whatever folder a package is built.
const path = require('node:path')

const root = path.resolve(__dirname, '../..')

/** The federation plugin writes this file and names it after its content, which has the folder's path in it. */
const FEDERATION_START = /([\\/]|^)\.federation[\\/]entry\.\w+\.js$/
/** Where npm has put a package. */
const INSTALLED = /[^!|]*[\\/]node_modules[\\/]/g
/** Where a path begins: in a clone at `/app`, `/app/api/src/app/` is `/api/src/app/`. */
const ROOT = new RegExp(`(?<![\\w.-])${root.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?=[\\\\/])`, 'g')

/** What webpack itself calls a module is made of paths. */
function nameOf(module) {
  if (FEDERATION_START.test(module.nameForCondition() ?? '')) return 'federation start'
  const name = module.identifier().replaceAll(INSTALLED, '').replaceAll(ROOT, '')
  return name.replace(FEDERATION_START, 'entry of federation start')
}

/** @param file a path, or what webpack calls a module without a file */
function nameOfFile(file) {
  if (FEDERATION_START.test(file)) return 'federation start'
  return path.isAbsolute(file) ? path.relative(root, file).split(path.sep).join('/') : file
}

/** Order of names that no language of a machine changes. */
function compareNames(a, b) {
  return a < b ? -1 : Number(a > b)
}

module.exports = { compareNames, nameOf, nameOfFile }
