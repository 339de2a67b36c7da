import { SITE_CONFIG_ID } from '@site/shared/site-config'
import { sendReport } from '../reports/send-report'
import { type ModuleName, ownerOf } from './route-modules'
import { knownFiles } from './site-files'

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  readonly module: ModuleName

  constructor(module: ModuleName, cause: unknown) {
    super(`Loading ${module} failed`, { cause })
    this.module = module
  }
}

export function reportChunkLoadError(error: ChunkLoadError): void {
  console.error(error.name, error.message, error.cause)
  // The entry it came from: every frame of its own stack is the shell's.
  const entry = document.getElementById(SITE_CONFIG_ID) && knownFiles().remotes[ownerOf(error.module)]?.entry
  sendReport({ kind: 'load', name: error.name, message: error.message, stack: entry ? [entry] : [] })
}
