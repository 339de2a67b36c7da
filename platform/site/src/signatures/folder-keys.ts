import { generateKeyPairSync } from 'node:crypto'
import { link, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile, writeDurably } from '@platform/base/durable/durable'
import { temporaryName } from '@platform/base/durable/temporary'
import { hasErrorCode } from '@platform/base/errors/refusal'
import { parsePrivateKey, parsePublicKeys } from './given-keys'
import { type BelievedKeys, type Signatures, signerOf } from './signatures'

const PRIVATE = 0o600

/**
 * The keys of a site in one folder, so that everything works by itself: a pair is made when first something is signed.
 * @param folder `SITE_DIR/keys`: `operator.key`, and in `operator.pub` every key that is believed, one a line
 */
export function folderSignatures(folder: string): Signatures {
  const privateFile = path.join(folder, 'operator.key')
  const publicFile = path.join(folder, 'operator.pub')

  async function believed(): Promise<BelievedKeys> {
    const text = await readIfThere(publicFile)
    return text === undefined ? new Map() : parsePublicKeys(text)
  }

  async function signer() {
    const text = (await readIfThere(privateFile)) ?? (await makeKey(privateFile))
    const { key, encoded } = parsePrivateKey(text)
    const known = await believed()
    if (!known.has(encoded)) await replaceFile(publicFile, [...known.keys(), encoded, ''].join('\n'))
    return signerOf(key, encoded)
  }

  return {
    advice: `It is made in ${folder} when first something is made live.`,
    signer,
    believed,
  }
}

/** Of two processes that make one at the same time the first wins: a link never takes the place of a file. */
async function makeKey(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const temporary = path.join(path.dirname(file), temporaryName('key'))
  await mkdir(path.dirname(file), { recursive: true })
  await writeDurably(temporary, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), PRIVATE)
  try {
    await link(temporary, file)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    await rm(temporary, { force: true })
  }
  return readFile(file, 'utf8')
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
}
