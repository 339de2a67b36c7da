import type { AuditTrail, NumberedEntry } from '@platform/site/audit/audit-log'
import { nameActor } from '../../format/name-actor'
import type { Session } from '../session/sessions'
import { Page } from './page'
import { Badge, Empty, Item, List, Notice, Time } from './parts'
import classes from './parts.module.css'

type RecordPageProps = {
  session: Session
  trail: Pick<AuditTrail, 'alteration'> & { entries: readonly NumberedEntry[] }
  packages: readonly string[]
  chosen: string | undefined
}

/** Who did what and why, refusals too, the latest first. */
export function RecordPage({ session, trail, packages, chosen }: RecordPageProps) {
  return (
    <Page title="Record" section="/record" session={session}>
      {trail.alteration ? (
        <Notice tone="bad" title={trail.alteration}>
          <p>Compare it with a copy of the audit log, and ask who can write there.</p>
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
      {trail.entries.length === 0 && <Empty>Nothing was done yet.</Empty>}
      <List>
        {trail.entries.map((entry) => (
          <EntryItem key={entry.line} entry={entry} />
        ))}
      </List>
    </Page>
  )
}

export function EntryItem({ entry }: { entry: NumberedEntry }) {
  const { action, target, at, actor, reason, refusal, before, after } = entry
  const isMoved = after?.composition !== undefined && after.composition !== before?.composition
  return (
    <Item
      title={
        <>
          {[action, target].filter(Boolean).join(' ')} {refusal !== undefined && <Badge tone="bad">refused</Badge>}
          {isMoved && <Badge tone="plain">{`${before?.composition ?? 'none'} → ${after?.composition}`}</Badge>}
        </>
      }
      note={
        <>
          <Time iso={at} /> · {nameActor(actor)}
        </>
      }
    >
      {reason && <p>“{reason}”</p>}
      {refusal && <Refusal text={refusal} />}
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
