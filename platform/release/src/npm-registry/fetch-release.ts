import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { unpackTar } from '@platform/base/archive/folder-archive'
import { inTemporaryFolder } from '@platform/base/durable/temporary'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { type Publication, publishRelease } from '../folder-registry/publish-release'
import type { ReleaseFolders } from '../folder-registry/releases'
import { isPackageName } from '../manifest/release'
import {
  downloadPackage,
  findPackage,
  type PublishedPackage,
  type RegistrySettings,
  readDigests,
} from './registry-client'

const unzip = promisify(gunzip)
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024

/** Pins: the first SHA-512 of each version, kept for ever. */
type IntegrityPins = {
  read: (name: string, version: string) => Promise<string | undefined>
  pin: (name: string, version: string, integrity: string) => Promise<string>
}

/** Checks its pin, digests and signature. @param wanted a version or a dist-tag */
export async function fetchRelease(
  folders: ReleaseFolders,
  pins: IntegrityPins,
  registry: RegistrySettings,
  name: string,
  wanted: string,
): Promise<Publication> {
  if (!isPackageName(name)) throw new Refusal(`"${name}" cannot be the name of a package`)
  const found = await findPackage(registry, name, wanted)
  const { version } = found
  refuseOther(name, found, await pins.read(name, version))
  const { content, digest } = await downloadPackage(registry, name, found)
  return inTemporaryFolder(folders, 'fetch', async (temporary) => {
    const from = path.join(temporary, 'package')
    await unpackPackage(content, from, `${name}@${version}`)
    const published = await publishRelease(folders, {
      from,
      expectedPackage: name,
      expectedVersion: version,
      isFromTeam: true,
    })
    refuseOther(name, found, await pins.pin(name, version, digest))
    return published
  })
}

/** A registry may republish a version with other content and a matching digest. */
function refuseOther(name: string, { version, digests }: PublishedPackage, pinned: string | undefined): void {
  if (pinned === undefined || readDigests(pinned).some((digest) => digests.includes(digest))) return
  throw new Refusal(
    `${name}@${version} is not what the registry gave the first time: its integrity is ${digests.join(' ')}, ` +
      `but was ${pinned}. Find out who replaced it; a new content needs a new version.`,
  )
}

async function unpackPackage(tarball: Buffer, to: string, release: string): Promise<void> {
  try {
    await mkdir(to)
    await unpackTar(await unzip(tarball, { maxOutputLength: MAX_UNPACKED_BYTES }), to, { strip: 1 })
  } catch (cause) {
    throw new Refusal(`The tarball of ${release} cannot be unpacked: ${messageOf(cause)}`, { cause })
  }
}
