import { messageOf } from '@platform/base/errors/refusal'

/** `problem` harms visitors or payments, now or at the next step; `warning` needs a look. */
export type Level = 'problem' | 'warning'

export type Finding = {
  /** Stable, for scripts and documents. */
  code: string
  level: Level
  what: string
  todo: string
}

const signAgain =
  'Find out who wrote it. If the operator has a new key, name the former one too (OPERATOR_KEYS) and run "site sign".'
const prune = 'Delete old compositions with "site prune --keep 3", or make the disk larger.'

const codes = {
  'disk-readonly': ['problem', 'Give this user the right to write there.'],
  'disk-full': ['problem', prune],
  'disk-low': ['warning', prune],
  'settings-missing': ['warning', 'Run "site settings --public-url https://…".'],
  'settings-unreadable': ['problem', 'Delete the file and set them again with "site settings".'],
  'nothing-live': ['warning', 'Activate releases: site activate …'],
  'pointer-unreadable': [
    'problem',
    'The last pointer that was signed is used, and the next change, such as "site rollback", writes the file anew. If ' +
      'nothing is shown, write the number of a kept composition into it ({"live":41,"history":[]}).',
  ],
  'live-damaged': [
    'problem',
    'Go back with "site rollback". Or make its pages again with "site activate <package>@<version>", for any one of ' +
      'its releases. Repair a damaged release by publishing the same build again.',
  ],
  'kept-damaged': ['warning', 'Rollback to it is impossible. "site prune" deletes it when it is old.'],
  'live-unsigned': ['problem', `Go back with "site rollback". ${signAgain}`],
  'kept-unsigned': ['warning', signAgain],
  'price-list': ['problem', 'Activate a catalog with a price list, or go back with "site rollback".'],
  'release-unreadable': [
    'warning',
    'Publish a new build of it and activate that. "site prune" deletes it once no kept composition names it.',
  ],
  'key-revoked': ['problem', 'Activate another release of it, or run "site rollback".'],
  'key-unusable': ['problem', 'Remove it and add it again: site keys …'],
  'key-missing': ['warning', 'The next release is refused. Add the key: site keys add <package> <file>'],
  'keys-unreadable': ['problem', 'Add them again: site keys add …'],
  'clock-wrong': ['problem', 'Let the machine follow a time server: sessions and signed links depend on it.'],
  'audit-log-altered': [
    'problem',
    'Compare it with a copy of the audit log ("site log --follow" makes one), and find out who can write there. If ' +
      'you have put the database back from a backup, say so: "site sign --restored".',
  ],
  'live-unexplained': [
    'problem',
    'Look at "site status" and "site log", and find out who can write there. Then decide what is live: ' +
      '"site activate …", or "site rollback".',
  ],
  environment: ['problem', 'Correct the variable; an origin does not start with it.'],
  'schema-behind': ['problem', 'Start an origin of this release once; it brings the tables up to date.'],
  'database-unreachable': ['warning', 'The shop goes on. Start its server again, in a folder of a shorter name.'],
  'database-away': ['problem', 'Start it. Buyers cannot pay until then.'],
  'shop-warning': ['warning', 'See "site orders".'],
  'orders-waiting': ['warning', 'See "site orders".'],
  'webhook-unknown': ['warning', 'Try again in a moment.'],
  'webhook-missing': ['warning', 'Run "site payments webhooks --create".'],
  'webhook-unverified': ['warning', 'Run "site payments webhooks".'],
  'providers-differ': ['problem', 'Run "site settings --from-environment" with the environment of the origins.'],
  'providers-test': ['warning', 'Use live keys before the shop opens.'],
  'proxy-unnamed': ['warning', 'Set it on every origin: without it all visitors count as one address.'],
  'vat-number-example': ['warning', 'Run "site company set vatNumber …".'],
  'company-unpublished': ['warning', 'Run "site company publish".'],
  'mail-off': ['warning', 'Set SMTP_URL if buyers are to get mail.'],
  'mail-away': ['problem', 'Start it again. Mail waits in the queue and is retried for five days.'],
} as const satisfies Readonly<Record<string, readonly [Level, todo: string]>>

export type Code = keyof typeof codes

export function found(code: Code, what: string, more: Partial<Finding> = {}): Finding {
  const [level, todo] = codes[code]
  return { code, level, what, todo, ...more }
}

export function foundIf(is: boolean | undefined, code: Code, what: string): Finding[] {
  return is ? [found(code, what)] : []
}

export async function orFound(code: Code, what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  return check().catch((error: unknown) => [found(code, what + messageOf(error))])
}
