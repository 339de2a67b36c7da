import type { NumberedEntry, SiteRecord } from '@platform/site/audit/record'
import { nameActor } from '../../format/name-actor'
import type { Session } from '../session/sessions'
import { Page } from './page'
import { Badge, Empty, Item, List, Notice, Time } from './parts'
import classes from './parts.module.css'

type RecordPageProps = {
  session: Session
  record: Pick<SiteRecord, 'fault'> & { entries: readonly NumberedEntry[] }
  packages: readonly string[]
  chosen: string | undefined
}

/** Who did what and why, refusals too, the latest first. */
export function RecordPage({ session, record, packages, chosen }: RecordPageProps) {
  return (
    <Page title="Record" section="/record" session={session}>
      {record.fault ? (
        <Notice tone="bad" title={record.fault}>
          <p>Compare it with a copy of the record, and ask who can write there.</p>
        </Notice>
      ) : (
        <p>
          <Badge tone="good">The chain is whole</Badge>
        </p>
      )}
      <nav className={classes.filter} aria-label="Packages">
        <a href="/record" aria-current={chosen === undefined ? 'true' : undefined}>
          All
        </a>
        {packages.map((name) => (
          <a key={name} href={`/record?package=${name}`} aria-current={chosen === name ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {record.entries.length === 0 && <Empty>Nothing was done yet.</Empty>}
      <List>
        {record.entries.map((entry) => (
          <EntryItem key={entry.line} entry={entry} />
        ))}
      </List>
    </Page>
  )
}

export function EntryItem({ entry }: { entry: NumberedEntry }) {
  const { act, asked, at, actor, because, refused, before, after } = entry
  const isMoved = after?.composition !== undefined && after.composition !== before?.composition
  return (
    <Item
      title={
        <>
          {[act, asked].filter(Boolean).join(' ')} {refused !== undefined && <Badge tone="bad">refused</Badge>}
          {isMoved && <Badge tone="plain">{`${before?.composition ?? 'none'} → ${after?.composition}`}</Badge>}
        </>
      }
      note={
        <>
          <Time iso={at} /> · {nameActor(actor)}
        </>
      }
    >
      {because && <p>“{because}”</p>}
      {refused && <Refusal text={refused} />}
    </Item>
  )
}

/** A long one is folded: the list is for looking over. */
function Refusal({ text }: { text: string }) {
  const lines = text.split('\n')
  if (lines.length <= 2) return <p className={classes.note}>{text}</p>
  return (
    <details className={classes.more}>
      <summary>{lines[0]}</summary>
      <pre className={classes.refusal}>{lines.slice(1).join('\n')}</pre>
    </details>
  )
}
