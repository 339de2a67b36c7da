/**
 * The file behind a subpath (`.`, `./a`, `./a/b.css`) of the field `exports` of a package.json; undefined if it is not public.
 * A pattern's `*` stands for any rest of the path; of conditions the first counts.
 */
export function exportedFile(exports, subpath) {
  const table = typeof exports === 'string' ? { '.': exports } : (exports ?? {})
  if (Object.hasOwn(table, subpath)) return targetOf(table[subpath])
  for (const [pattern, target] of Object.entries(table)) {
    const [start, end] = pattern.split('*')
    if (end === undefined || !subpath.startsWith(start) || !subpath.endsWith(end)) continue
    if (subpath.length <= start.length + end.length) continue
    return targetOf(target)?.replaceAll('*', subpath.slice(start.length, subpath.length - end.length))
  }
}

function targetOf(target) {
  return target && typeof target === 'object' ? targetOf(Object.values(target)[0]) : (target ?? undefined)
}
