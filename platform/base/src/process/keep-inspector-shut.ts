/**
 * Node opens its inspector, which runs any code, to whoever sends SIGUSR1: any process of the same user. Called first of
 * all by every program that runs for long. `--disable-sigusr1` does the same where this Node knows it.
 */
export function keepInspectorShut(): void {
  process.on('SIGUSR1', () => {})
}
