import type { CompanyFacts } from '@site/shared/company-facts'
import { companyFields, isFactName } from '@site/shared/company-fields'
import { AdminRefusal } from '../errors/api-error'
import { DonePage } from './action-pages'
import { CompanyPage } from './company-page'
import type { Fields } from './reply'
import type { Routes } from './routes'
import type { Visitor } from './views/page'

export function registerCompany(
  { ask, page, change }: Routes,
  shownFacts = (): CompanyFacts | undefined => ({}),
): void {
  const show = async (visitor: Visitor, given?: { fields: Fields; refusal: string }) => {
    const changes = await ask({ do: 'company' })
    const shown: Fields = shownFacts() ?? {}
    const { vatNumber: _, ...facts }: Fields = changes[0]?.facts ?? {}
    const names = Object.keys(companyFields).filter(isFactName)
    const unpublished = names.filter((name) => name !== 'vatNumber' && shown[name] !== facts[name])
    // After another person's change the form shows that change.
    const isCurrent = Number(given?.fields.version) === (changes[0]?.version ?? 0)
    const fields = isCurrent ? given?.fields : undefined
    return <CompanyPage {...{ visitor, changes, unpublished, fields, refusal: given?.refusal }} />
  }

  page('/company', (visitor) => show(visitor))

  change('/company', async (visitor, { body }, reply) => {
    const { formToken: _, reason = '', version, ...fields } = body
    const facts = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text ?? '']))
    const by = { actor: visitor.name, reason: reason.trim() || 'changed at the desk' }
    try {
      const message = await ask({ do: 'change-company', version: Number(version) || 0, facts, ...by })
      return <DonePage {...{ visitor, message }} />
    } catch (error) {
      if (!(error instanceof AdminRefusal)) throw error
      reply.status(409)
      return show(visitor, { fields: body, refusal: error.message })
    }
  })
}
