import { vatNumberOf } from '@site/papers/company'
import { exampleFacts } from '@site/shared/company-facts'
import { companyFields, type FactName, isFactName } from '@site/shared/company-fields'
import type { OperationResult } from '../admin/operations'
import { formatTime } from '../orders/order-views'
import type { Fields } from './reply'
import { Page, type Visitor } from './views/page'
import { Facts, Notice, Section } from './views/parts'
import { Form } from './views/staff-pages'

type CompanyPageProps = {
  visitor: Visitor
  changes: OperationResult['company']
  /** Those that the pages do not show yet. */
  unpublished: readonly FactName[]
  fields?: Fields | undefined
  refusal?: string | undefined
}

const wrongField = { autoFocus: true, 'aria-invalid': true, 'aria-describedby': 'problem' } as const

export function CompanyPage({ visitor, changes, unpublished, fields = {}, refusal }: CompanyPageProps) {
  const kept = changes[0]?.facts ?? {}
  const facts = { ...exampleFacts, ...kept, vatNumber: vatNumberOf(kept) }
  const names = Object.keys(companyFields).filter(isFactName)
  const labels = unpublished.map((name) => companyFields[name].label)
  return (
    <Page title="Company" section="/desk/company" visitor={visitor}>
      {refusal && <Notice id="problem" title={refusal} />}
      {labels.length > 0 && (
        <Notice tone="warning" title={`The pages do not show these yet: ${labels.join(', ')}.`}>
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
