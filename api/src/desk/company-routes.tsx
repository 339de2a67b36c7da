import { vatNumberOf } from '@site/papers/company'
import { type CompanyFacts, exampleFacts } from '@site/shared/company-facts'
import { companyFields, isFactName } from '@site/shared/company-fields'
import type { OperationResult } from '../admin/operations'
import { AdminRefusal } from '../errors/api-error'
import { formatTime } from '../orders/order-views'
import { DonePage } from './action-pages'
import type { Fields } from './reply'
import type { Routes } from './routes'
import { Page, type Visitor } from './views/page'
import { Facts, Notice, Section } from './views/parts'
import { Form } from './views/staff-pages'

const names = Object.keys(companyFields).filter(isFactName)

export function registerCompany(
  { ask, page, change }: Routes,
  shownFacts = (): CompanyFacts | undefined => ({}),
): void {
  const show = async (visitor: Visitor, given?: { fields: Fields; refusal: string }) => {
    const changes = await ask({ do: 'company' })
    const shown: Fields = shownFacts() ?? {}
    const { vatNumber: _, ...facts }: Fields = changes[0]?.facts ?? {}
    const unpublished = names.flatMap((name) =>
      name !== 'vatNumber' && shown[name] !== facts[name] ? companyFields[name].label : [],
    )
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

type CompanyPageProps = {
  visitor: Visitor
  changes: OperationResult['company']
  /** Those that the pages do not show yet. */
  unpublished: readonly string[]
  fields?: Fields | undefined
  refusal?: string | undefined
}

const wrongField = { autoFocus: true, 'aria-invalid': true, 'aria-describedby': 'problem' } as const

function CompanyPage({ visitor, changes, unpublished, fields = {}, refusal }: CompanyPageProps) {
  const kept = changes[0]?.facts ?? {}
  const facts = { ...exampleFacts, ...kept, vatNumber: vatNumberOf(kept) }
  return (
    <Page title="Company" section="/desk/company" visitor={visitor}>
      {refusal && <Notice id="problem" title={refusal} />}
      {unpublished.length > 0 && (
        <Notice tone="warning" title={`The pages do not show these yet: ${unpublished.join(', ')}.`}>
          <p>The person who runs this site publishes them: npm run site -- company publish</p>
        </Notice>
      )}
      <p>
        Emails and new receipts have a change at once, the pages once it is published. Papers already issued stay as
        they are. An empty field brings the example back.
      </p>
      {visitor.role === 'owner' ? (
        <Form action="/desk/company" visitor={visitor} hidden={{ version: String(changes[0]?.version ?? 0) }}>
          {names.map((name) => (
            <label key={name}>
              {companyFields[name].label}
              <input
                {...{ name, defaultValue: fields[name] ?? facts[name], maxLength: 200, autoComplete: 'off' }}
                {...(refusal?.startsWith(`${companyFields[name].label}:`) && wrongField)}
              />
            </label>
          ))}
          <label>
            Reason
            <input name="reason" defaultValue={fields.reason} maxLength={300} required autoComplete="off" />
          </label>
          <button type="submit">Change</button>
        </Form>
      ) : (
        <Facts facts={names.map((name) => [companyFields[name].label, facts[name]])} />
      )}
      <Section title="Changes">
        {changes.length === 0 && <p>There are none yet.</p>}
        <ul>
          {changes.map(({ version, at, actor, reason }) => (
            <li key={version}>{`${formatTime(at)}, by ${actor}: ${reason}`}</li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}
