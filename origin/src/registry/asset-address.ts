import type { Release } from './release'

/** Where a release's browser files are served, with a slash at the end. */
function assetRoot({ package: name, version }: Pick<Release, 'package' | 'version'>): string {
  return `/releases/${name}/${version}/`
}

/** Address of one browser file, given by its name below `client/`. */
export function assetAddress(release: Release, file: string): string {
  return assetRoot(release) + file
}
