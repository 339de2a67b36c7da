import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { checkSigned, requireSigner } from '../../signatures/signatures'
import { writePin } from '../file/pin-files'
import type { SiteCopy } from '../site-copy'
import type { StoreDatabase } from './connect-store'
import { type PinFacts, pinStatement } from './signed-rows'

export type PinRow = PinFacts & { signature: string | null }

const COLUMNS = 'package, version, integrity, signature'

export function listPins(database: StoreDatabase): Promise<PinRow[]> {
  return database.query(`select ${COLUMNS} from site_pins order by package, version`)
}

/** What is wrong with a pin; `undefined` when it is what an operator signed and this machine has seen. */
export async function findPinProblem(copy: SiteCopy, pin: PinRow): Promise<string | undefined> {
  const { package: name, version, integrity } = pin
  const known = await copy.readPin(name, version)
  if (known !== undefined && known !== integrity)
    return `The pin of ${name}@${version} is not what this machine has seen`
  return checkSigned(copy.signatures, pinStatement(pin), pin.signature).then(() => undefined, messageOf)
}

/** Copies pins into this machine's copy. @returns what is wrong with those that are left out */
export async function pullPins(database: StoreDatabase, copy: SiteCopy): Promise<string[]> {
  const problems: string[] = []
  for (const pin of await listPins(database)) {
    const problem = await findPinProblem(copy, pin)
    if (problem) problems.push(problem)
    else if ((await copy.readPin(pin.package, pin.version)) === undefined) {
      await writePin(copy, pin.package, pin.version, pin.integrity)
    }
  }
  return problems
}

/**
 * The integrity a version was first seen with, on whatever machine.
 * @throws Refusal when the database has one that no operator signed, or it is the first and the operator's key is not here
 */
export async function pinFirst(database: StoreDatabase, copy: SiteCopy, pin: PinFacts): Promise<string> {
  const known = (await findPin(database, pin)) ?? (await addPin(database, copy, pin))
  const problem = await findPinProblem(copy, known)
  if (problem) throw new Refusal(`${problem}. Delete its row of site_pins, once you know who wrote it.`)
  return known.integrity
}

async function addPin(database: StoreDatabase, copy: SiteCopy, pin: PinFacts): Promise<PinRow> {
  const signature = (await requireSigner(copy.signatures)).sign(pinStatement(pin))
  await database.query(`insert into site_pins (${COLUMNS}) values ($1, $2, $3, $4) on conflict do nothing`, [
    pin.package,
    pin.version,
    pin.integrity,
    signature,
  ])
  return (await findPin(database, pin)) ?? { ...pin, signature }
}

async function findPin(database: StoreDatabase, pin: PinFacts): Promise<PinRow | undefined> {
  const find = `select ${COLUMNS} from site_pins where package = $1 and version = $2`
  return (await database.query<PinRow>(find, [pin.package, pin.version]))[0]
}
