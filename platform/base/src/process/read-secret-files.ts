import { readFileSync } from 'node:fs'
import { messageOf, Refusal } from '../errors/refusal'

const secrets = [
  ...['AUTH_SECRET', 'AUTH_SECRET_PREVIOUS', 'DATABASE_URL', 'SITE_DATABASE_URL', 'SMTP_URL', 'METRICS_TOKEN'],
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET_PREVIOUS', 'PAYPAL_CLIENT_SECRET'],
  ...['OPERATOR_KEY', 'RELEASE_REGISTRY_TOKEN'],
]

/**
 * Reads each secret whose file is named (`AUTH_SECRET_FILE`), as containers mount them.
 * @throws Refusal if a file cannot be read, or a secret is given in both ways
 */
export function readSecretFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = { ...environment }
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]
    if (!file) continue
    if (environment[name]) throw new Refusal(`${name} and ${name}_FILE are both set: remove one`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      throw new Refusal(`${name}_FILE is "${file}", which cannot be read: ${messageOf(error)}`, { cause: error })
    }
  }
  return read
}
