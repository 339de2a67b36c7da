/** Keeps Node from opening its inspector on SIGUSR1, which any process of the same user can send. */
export function keepInspectorShut(): void {
  process.on('SIGUSR1', () => {})
}
