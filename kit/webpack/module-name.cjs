// Names modules and files independently of the build's folder.
const path = require('node:path')
const places = require('../lib/places.cjs')

/** The federation plugin names this file by a hash of content that contains the folder's path. */
const FEDERATION_START = /([\\/]|^)\.federation[\\/]entry\.\w+\.js$/
const INSTALLED = /[^!|]*[\\/]node_modules[\\/]/g
/** Start of a path only: in a clone at `/app`, `/app/api/src/app/` is `/api/src/app/`. */
const ROOT = new RegExp(`(?<![\\w.-])${places.root.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?=[\\\\/])`, 'g')

function nameOf(module) {
  if (FEDERATION_START.test(module.nameForCondition() ?? '')) return 'federation start'
  const name = module.identifier().replaceAll(INSTALLED, '').replaceAll(ROOT, '')
  return name.replace(FEDERATION_START, 'entry of federation start')
}

function nameOfFile(file) {
  if (FEDERATION_START.test(file)) return 'federation start'
  return path.isAbsolute(file) ? places.nameOfFile(file) : file
}

/** Compares independently of the locale. */
function compareNames(a, b) {
  return a < b ? -1 : Number(a > b)
}

module.exports = { compareNames, nameOf, nameOfFile }
