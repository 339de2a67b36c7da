import semver from 'semver'

export type Downgrade = { package: string; from: string; to: string }

export function downgradesOf(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  return Object.entries(after).flatMap(([name, to]): Downgrade[] => {
    const from = before[name]
    return isDowngrade(from, to) ? [{ package: name, from, to }] : []
  })
}

/** Version of a local build (`kit/release/versions.mjs`): digests have no order. */
const BY_CONTENT = /\.h[\da-f]{8}$/

export function isDowngrade(from: string | undefined, to: string | undefined): from is string {
  if (from === undefined || to === undefined) return false
  const isByContent = BY_CONTENT.test(from) && BY_CONTENT.test(to)
  return isByContent ? semver.lt(coreOf(to), coreOf(from)) : semver.lt(to, from)
}

const coreOf = (version: string) => version.split('-')[0] ?? version
export const formatDowngrade = ({ package: name, from, to }: Downgrade): string => `${name}: ${from} → ${to}`
