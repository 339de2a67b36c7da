import { readFile } from 'node:fs/promises'

/** Memory a process holds, in MiB; known on Linux only. */
export async function residentMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return kilobytes && Number(kilobytes) / 1024
}
