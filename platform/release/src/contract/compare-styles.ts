import { type HostRelease, nameOf, type RemoteRelease } from '../manifest/release'

export function compareStyles(host: HostRelease, remote: RemoteRelease): string[] {
  const { styles: provided } = host.provides
  const { styles: required } = remote.requires
  return [
    ...missing(required.properties, provided.properties).map(
      ([name, place]) =>
        `${nameOf(remote)} uses var(${name}) without a fallback (${place}), but :root of ${nameOf(host)} does not ` +
        `define ${name}. Activate a shell that defines it, or give it a fallback.`,
    ),
    ...missing(required.layers, provided.layers).map(
      ([name, place]) =>
        `${nameOf(remote)} puts rules into the layer ${name} (${place}), which ${nameOf(host)} does not order; it has ` +
        `${provided.layers.join(', ')}. Use one of these.`,
    ),
  ]
}

function missing(required: Readonly<Record<string, string>>, provided: readonly string[]): [string, string][] {
  return Object.entries(required).filter(([name]) => !provided.includes(name))
}

export function compareNames(host: HostRelease, remote: RemoteRelease): string[] {
  return Object.entries(remote.requires.names).flatMap(([request, names]) => {
    const exported = host.provides.names[request]
    if (!exported) {
      const [place] = Object.values(names)
      return [
        `${nameOf(remote)} uses ${request} (${place}), which ${nameOf(host)} does not share. Activate a shell with it.`,
      ]
    }
    return Object.entries(names)
      .filter(([name]) => !exported.includes(name))
      .map(
        ([name, place]) =>
          `${nameOf(remote)} uses ${name} of ${request} (${place}), which ${nameOf(host)} does not export; ` +
          `it exports ${listNames(exported)}. Activate a shell that exports ${name}, or build ${remote.package} without it.`,
      )
  })
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(', ')
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown
}
