import type { ChildProcess } from 'node:child_process'

export function waitForOrigin(child: ChildProcess): Promise<{ url: string; log: () => string }>
