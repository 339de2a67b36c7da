// In place of the runtime's SnapshotHandler: remotes are named by the composition, never by a
// deployment snapshot or `mf-manifest.json`.

export class SnapshotHandler {
  hooks = { lifecycle: {}, applyPlugin() {} }
  manifestCache = new Map()
}

export const getGlobalRemoteInfo = () => ({})
