import type { ModuleName } from './route-modules'

/** A part of the site that could not be fetched; one shape for every cause (R11, D-03). */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'

  constructor(module: ModuleName, cause: unknown) {
    super(`Loading ${module} failed`, { cause })
  }
}

/** Logs the failure and tells the origin, so that operators see what visitors met. */
export function reportChunkLoadError(error: ChunkLoadError): void {
  console.error(error.name, error.message, error.cause)
  const report = { name: error.name, message: error.message, url: window.location.pathname }
  navigator.sendBeacon?.('/beacon', JSON.stringify(report))
}
