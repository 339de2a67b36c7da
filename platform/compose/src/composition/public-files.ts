import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { CompositionOutline } from './composition-outline'

/** Files the live releases put at the site's root: images, the icon of the site (R13). */
export function publicFilesOf(releases: readonly VerifiedRelease[]): CompositionOutline['publicFiles'] {
  return Object.fromEntries(
    releases.flatMap(({ release: { package: name, version, files } }) =>
      Object.keys(files)
        .filter((file) => file.startsWith('public/'))
        .map((file) => [file.slice('public'.length), { package: name, version, file }]),
    ),
  )
}
