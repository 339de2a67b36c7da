import semver from 'semver'

/** A package of which an older version takes the place of a newer one. */
export type Downgrade = { package: string; from: string; to: string }

/** Packages that would go back, by what is live and what would be; both package → version. */
export function downgradesOf(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  return Object.entries(after).flatMap(([name, to]): Downgrade[] => {
    const from = before[name]
    return isDowngrade(from, to) ? [{ package: name, from, to }] : []
  })
}

/** As builds that are nobody's release are named (`scripts/lib/packages.mjs`): a digest comes neither before nor after another. */
const BY_CONTENT = /\.h[\da-f]{8}$/

/** Whether the second version is older; nothing is older than no version. */
export function isDowngrade(from: string | undefined, to: string | undefined): from is string {
  if (from === undefined || to === undefined) return false
  const isByContent = BY_CONTENT.test(from) && BY_CONTENT.test(to)
  return isByContent ? semver.lt(coreOf(to), coreOf(from)) : semver.lt(to, from)
}

const coreOf = (version: string) => version.split('-')[0] ?? version

export function formatDowngrade({ package: name, from, to }: Downgrade): string {
  return `${name}: ${from} → ${to}`
}
