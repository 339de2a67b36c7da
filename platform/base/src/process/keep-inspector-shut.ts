/** Ignores SIGUSR1, with which any process of the same user could open Node's inspector. */
export function keepInspectorShut(): void {
  process.on('SIGUSR1', () => {})
}
