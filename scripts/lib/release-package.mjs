import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Releases stand under a name of their own in the teams' registry, apart from packages that are imported. */
export const releaseScope = process.env.RELEASE_SCOPE || '@site-release'

/** What `npm publish` takes of a built package, and nothing else. */
const published = ['client', 'maps', 'public', 'server', 'release.json', 'release.sig']

/**
 * Makes a built package one that `npm publish <dist>` takes: no scripts that would run, no dependencies that would be
 * installed. A prerelease needs `npm publish --tag`.
 * @param dist folder of the build
 * @param release its package and version, as `release.json` has them
 */
export async function writeReleasePackage(dist, { name, version }) {
  const description = { name: `${releaseScope}/${name}`, version, license: 'UNLICENSED', files: published }
  await writeFile(path.join(dist, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
}
