// Replaces the runtime's loader, which also supports ES modules, SystemJS and Node.
// Here an entry is a script that sets a global.
import { loadScript } from '@module-federation/runtime-core'

globalThis.__GLOBAL_LOADING_REMOTE_ENTRY__ ??= {}
const loading = globalThis.__GLOBAL_LOADING_REMOTE_ENTRY__

export const isEsmRemoteType = () => false

export const getRemoteEntryUniqueKey = ({ name, entry }) => `${name}:${entry}`

export const getRemoteInfo = (remote) => ({
  ...remote,
  entry: remote.entry ?? '',
  type: remote.type || 'global',
  entryGlobalName: remote.entryGlobalName || remote.name,
  shareScope: remote.shareScope || 'default',
})

export async function getRemoteEntry({ origin, remoteInfo, remoteEntryExports }) {
  if (remoteEntryExports) return remoteEntryExports
  const key = getRemoteEntryUniqueKey(remoteInfo)
  loading[key] ??= loadEntry(origin.loaderHook, remoteInfo).catch((error) => {
    delete loading[key]
    throw error
  })
  return loading[key]
}

async function loadEntry({ lifecycle }, remoteInfo) {
  const { entry, entryGlobalName } = remoteInfo
  if (!globalThis[entryGlobalName]) {
    await loadScript(entry, {
      createScriptHook: (url, attrs) => lifecycle.createScript.emit({ url, attrs, remoteInfo }),
    })
  }
  if (globalThis[entryGlobalName]) return globalThis[entryGlobalName]
  throw new Error(`${entry} ran and left no ${entryGlobalName}`)
}
