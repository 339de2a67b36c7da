import path from 'node:path'

/** Within the folder named in borders.json a file name stands once, so that a name says which file is meant. */
export function findTwins({ files, settings: { fileNames } }) {
  const counted = files.filter((file) => isCounted(file, fileNames)).map((file) => file.path)
  const byName = new Map()
  for (const file of counted) {
    const name = path.posix.basename(file)
    byName.set(name, [...(byName.get(name) ?? []), file])
  }
  return [...byName]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name} stands ${places.length} times in ${fileNames.within}: ${places.join(', ')}`)
}

function isCounted({ path: file, isTest, isConfiguration }, { within, exemptNames, exemptFolders }) {
  if (!file.startsWith(within) || isTest || isConfiguration || file.endsWith('.css')) return false
  return (
    !exemptNames.includes(path.posix.basename(file)) && !exemptFolders.some((folder) => file.startsWith(`${folder}/`))
  )
}
