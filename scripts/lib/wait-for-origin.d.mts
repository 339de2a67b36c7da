import type { ChildProcess } from 'node:child_process'

export function waitForOrigin(child: ChildProcess, startingMs?: number): Promise<{ url: string; log: () => string }>
