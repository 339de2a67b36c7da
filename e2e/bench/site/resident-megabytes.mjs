import { readFile } from 'node:fs/promises'

/** Memory a process and all that it has started hold together, in MiB; 0 where that is not known. */
export async function residentMegabytesOfAll(pid) {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const each = children.split(' ').filter(Boolean).map(residentMegabytesOfAll)
  const below = (await Promise.all(each)).reduce((sum, megabytes) => sum + megabytes, 0)
  return below + ((await residentMegabytes(pid)) ?? 0)
}

/** Memory a process holds, in MiB; known on Linux only. */
export async function residentMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return kilobytes && Number(kilobytes) / 1024
}
