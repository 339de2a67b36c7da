// Replaces the runtime's SnapshotHandler: the composition names remotes, not a snapshot or `mf-manifest.json`.

export class SnapshotHandler {
  hooks = { lifecycle: {}, applyPlugin() {} }
  manifestCache = new Map()
}

export const getGlobalRemoteInfo = () => ({})
