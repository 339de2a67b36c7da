import type { Diagnosis } from '../../doctor/diagnose'
import type { Session } from '../session/sessions'
import { Page } from './page'
import { Badge, Item, List, Notice } from './parts'

/** What is not well, the worst first, and what to do. */
export function DoctorPage({ session, diagnosis }: { session: Session; diagnosis: Diagnosis }) {
  const { findings } = diagnosis
  return (
    <Page title="Doctor" section="/doctor" session={session}>
      {findings.length === 0 && (
        <Notice tone="good" title="All is well">
          <p>
            Digests, pointer, disk, clock, database, providers, proxies, mail, price list, keys and record were looked
            at.
          </p>
        </Notice>
      )}
      <List>
        {findings.map(({ code, level, what, todo }) => (
          <Item
            key={`${code} ${what}`}
            title={
              <>
                {what} <Badge tone={level === 'problem' ? 'bad' : 'warning'}>{level}</Badge>
              </>
            }
            note={code}
          >
            <p>{todo}</p>
          </Item>
        ))}
      </List>
    </Page>
  )
}
