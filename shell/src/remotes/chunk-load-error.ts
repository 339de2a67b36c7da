import { SITE_CONFIG_ID } from '@site/shared/site-config'
import { sendReport } from '../reports/send-report'
import { type ModuleName, ownerOf } from './route-modules'
import { knownFiles } from './site-files'

/** A part of the site that could not be fetched; one shape for every cause (R11, D-03). */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  readonly module: ModuleName

  constructor(module: ModuleName, cause: unknown) {
    super(`Loading ${module} failed`, { cause })
    this.module = module
  }
}

/** Logs the failure and tells the origin, so that operators see what visitors met. */
export function reportChunkLoadError(error: ChunkLoadError): void {
  console.error(error.name, error.message, error.cause)
  // Where it should have come from: of its own stack every frame is the shell's.
  const entry = document.getElementById(SITE_CONFIG_ID) && knownFiles().remotes[ownerOf(error.module)]?.entry
  sendReport({ kind: 'load', name: error.name, message: error.message, stack: entry ? [entry] : [] })
}
