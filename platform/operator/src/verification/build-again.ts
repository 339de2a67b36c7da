import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import { type VerifiedRelease, verifyRelease } from '@platform/release/verify/verify-release'
import { type Clone, checkOutTag, openClone, readVersion, tagOf } from './clone'
import { installPackages } from './install-packages'
import { runProgram } from './run-program'

/** With which the command ends when a release is not what its sources build. */
export const DIFFERS = 2

export type BuildRequest = {
  name: string
  version: string
  /** Folder of the clone. */
  from: string
  /** Install packages anew instead of taking those of the clone. */
  isAfresh: boolean
  /** Ends the build. */
  signal: AbortSignal
  /** Says what is done, for whoever waits. */
  notify: (line: string) => void
}

export type Rebuild = {
  release: VerifiedRelease
  tag: string
  commit: string
  clone: Clone
  /** Where the packages are from that it was built with. */
  packages: 'clone' | 'npm'
}

/**
 * Builds a release again, from the commit that its tag names, in a folder of its own of which nothing stays. The package's own
 * `build` script makes it: whoever calls this runs code of that commit.
 * @throws Refusal when the clone lacks the tag, the tag is of another version or the build fails
 */
export async function buildAgain({ name, version, from, isAfresh, signal, notify }: BuildRequest): Promise<Rebuild> {
  const clone = await openClone(from, signal)
  const parent = await mkdtemp(path.join(tmpdir(), 'site-verify-'))
  try {
    const cwd = path.join(parent, 'site')
    await mkdir(cwd)
    const tag = tagOf(name, version)
    const commit = await checkOutTag(clone, tag, cwd, signal)
    await refuseOtherVersion(cwd, { name, version, tag, commit })
    const packages = await installPackages(clone.folder, { cwd, signal, isAfresh })
    notify(`building ${name}@${version} of commit ${commit} again`)
    await runProgram('npm', ['run', '--silent', 'build', '--workspace', name], { cwd, signal })
    return { release: await verifyRelease(path.join(cwd, name, 'dist')), tag, commit, clone, packages }
  } finally {
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Tagged = { name: string; version: string; tag: string; commit: string }

async function refuseOtherVersion(folder: string, { name, version, tag, commit }: Tagged): Promise<void> {
  const found = await readVersion(folder, name)
  if (found === version) return
  throw new Refusal(
    `The tag ${tag} leads to commit ${commit}, in which ${name}/package.json says ${found}: ` +
      `it builds no ${name}@${version}`,
    { exitCode: DIFFERS },
  )
}
