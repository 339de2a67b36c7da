import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import {
  COMPOSITION_SIGNATURE_FILE,
  listCompositions,
  readCompositionJson,
} from '@platform/compose/composition/composition-folder'
import { readOutline } from '@platform/compose/composition/composition-outline'
import { verifyDocuments } from '@platform/compose/composition/verify-documents'
import type { Signer } from '../../signatures/signatures'
import { statementOf } from '../../signatures/statement'
import type { SiteCopy } from '../site-copy'
import type { SignOptions } from '../site-store'

/** Signs every composition in a folder. @throws Refusal naming the first that is damaged or, unless it is vouched for, not signed */
export async function signFolder(copy: SiteCopy, signer: Signer, { isVouching }: SignOptions): Promise<string[]> {
  const numbers = await listCompositions(copy)
  const reader = isVouching ? { ...copy, checkComposition: async () => {} } : copy
  for (const number of numbers) await verifyDocuments(copy, await readOutline(reader, number))
  for (const number of numbers) {
    const json = await readCompositionJson(copy.composition(number))
    const signature = signer.sign(statementOf('composition', String(number), json))
    await replaceFile(path.join(copy.composition(number), COMPOSITION_SIGNATURE_FILE), `${signature}\n`)
  }
  return numbers.map((number) => `composition ${number}`)
}
