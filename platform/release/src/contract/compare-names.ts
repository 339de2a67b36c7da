import { nameOf } from '../manifest/name-of'
import type { HostRelease, RemoteRelease } from '../manifest/release'

/** Names of shared modules that the remote uses and the host does not export, each with the place of its use. */
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
