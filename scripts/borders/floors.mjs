import path from 'node:path'

const LIMIT = 5

/**
 * Inside a package with floors a folder imports only from floors below its own, types too. Folders of one floor do not
 * know each other. Tests and `testing/` folders stand beside the floors.
 */
export function findFloorOffences({ packages, files }) {
  return packages.filter(({ floors }) => floors).flatMap((one) => offencesIn(one, files))
}

function offencesIn(one, files) {
  const own = files.filter((file) => file.package === one && !file.isTest && folderOf(file.path, one))
  const unlisted = own.map((file) => folderOf(file.path, one)).filter(({ floor }) => floor < 0)
  return [
    ...tooMany(one),
    ...new Set(unlisted.map(({ folder }) => `${one.folder}/src/${folder}: on no floor of ${one.name} in borders.json`)),
    ...own.flatMap((file) => importsUpward(file, one)),
  ]
}

function tooMany({ name, floors, floorLimit = LIMIT }) {
  const count = floors.filter((floor) => !floor.includes('.')).length
  return count > floorLimit ? [`${name} has ${count} floors of folders, ${floorLimit} are enough`] : []
}

function importsUpward(file, one) {
  const from = folderOf(file.path, one)
  return folderImports(file, one)
    .filter(({ to }) => from.floor >= 0 && (to.floor < 0 || to.floor >= from.floor))
    .map(
      ({ request, to }) =>
        `${file.path}: ${from.folder} may not import ${to.folder}, ${placeOf(to, from)} (${request})`,
    )
}

function placeOf(to, from) {
  if (to.floor < 0) return 'on no floor'
  return to.floor === from.floor ? 'on the same floor' : 'above it'
}

/** The imports of a file that lead into another folder of its package, each with that folder and its floor. */
export function folderImports(file, one) {
  const from = folderOf(file.path, one)
  return file.imports
    .filter(({ to }) => to?.package === one && to.file)
    .map(({ request, to }) => ({ request, to: folderOf(to.file, one) }))
    .filter(({ to }) => to && to.folder !== from.folder)
}

/**
 * The folder of a file as the floors name it, with its floor counted from 0 at the bottom; -1 where it is not listed.
 * A folder inside a listed one belongs to it. `.` are the files directly in `src`. Undefined outside of `src`.
 */
export function folderOf(file, { folder, floors }) {
  const inside = path.posix.relative(`${folder}/src`, path.posix.dirname(file)) || '.'
  if (inside.startsWith('..')) return undefined
  for (let name = inside; name !== '.'; name = path.posix.dirname(name)) {
    const floor = floors.findIndex((one) => one.includes(name))
    if (floor >= 0) return { folder: name, floor }
  }
  return inside === '.'
    ? { folder: '.', floor: floors.findIndex((one) => one.includes('.')) }
    : { folder: inside, floor: -1 }
}
