import type { Changes } from '@platform/compose/diff/changes'
import { groupPages, type PageChange, pageParts } from '@platform/compose/diff/compare-pages'
import { type ReleaseChange, releaseParts } from '@platform/compose/diff/compare-releases'
import { isDowngrade } from '@platform/release/manifest/downgrades'
import type { SiteDiff } from '@platform/site/queries/diff-site'
import type { Session } from '../session/sessions'
import { Page } from './page'
import { Badge, Item, List, Notice, Section } from './parts'
import classes from './parts.module.css'

/** More of one kind are counted. */
const SHOWN = 8

/** What another composition or release would change. */
export function DiffPage({ session, diff }: { session: Session; diff: SiteDiff }) {
  return (
    <Page title={`${diff.before} → ${diff.after}`} section="/releases" session={session}>
      <Section title="What would change">
        <DiffSummary diff={diff} />
      </Section>
    </Page>
  )
}

export function DiffSummary({ diff }: { diff: SiteDiff }) {
  const { pages, releases, settings } = diff
  const count = pages.same + pages.changed.length
  return (
    <>
      {diff.problems.length > 0 && (
        <Notice tone="bad" title="This would be refused">
          <ul className={classes.problems}>
            {diff.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {diff.changesForVisitors ? (
        <p>
          <strong>
            {pages.changed.length} of {count} pages
          </strong>{' '}
          change for visitors.
        </p>
      ) : (
        <Notice tone="good" title="Nothing changes for visitors">
          <p>{count} pages, their scripts, styles, files and prices were compared and are the same.</p>
        </Notice>
      )}
      <List>
        {settings.map((name) => (
          <Item key={name} title={`The setting ${name} differs`} />
        ))}
        {pages.added.map((address) => (
          <Item
            key={address}
            title={
              <>
                {address} <Badge tone="good">new</Badge>
              </>
            }
          />
        ))}
        {pages.gone.map((address) => (
          <Item
            key={address}
            title={
              <>
                {address} <Badge tone="bad">gone</Badge>
              </>
            }
          />
        ))}
        {groupPages(pages.changed).map((page) => (
          <ChangedPage key={page.address} page={page} />
        ))}
        {releases.map((release) => (
          <ChangedRelease key={release.package} release={release} />
        ))}
      </List>
    </>
  )
}

function ChangedPage({ page: { address, module, parts, bytes, others } }: { page: PageChange & { others: string[] } }) {
  const grown = bytes.after - bytes.before
  return (
    <Item title={address} note={`${module}${grown === 0 ? '' : ` · ${grown > 0 ? '+' : ''}${grown} bytes`}`}>
      {others.length > 0 && (
        <details className={classes.more}>
          <summary>and {others.length} more pages alike</summary>
          <p>{others.join(' ')}</p>
        </details>
      )}
      {pageParts.map((part) => (part === 'markup' ? null : <Lines key={part} name={part} changes={parts[part]} />))}
      {parts.markup && <p className={classes.note}>Elements or their attributes differ.</p>}
    </Item>
  )
}

function ChangedRelease({ release: { package: name, before, after, parts } }: { release: ReleaseChange }) {
  const isEqual = Object.keys(parts).length === 0
  return (
    <Item
      title={name}
      note={`release ${before ?? 'none'} → ${after ?? 'none'}${isDowngrade(before, after) ? ', a downgrade' : ''}${isEqual ? ': built anew, otherwise equal' : ''}`}
    >
      {releaseParts.map((part) => (
        <Lines key={part} name={part} changes={parts[part]} />
      ))}
    </Item>
  )
}

function Lines({ name, changes }: { name: string; changes: Changes | undefined }) {
  if (!changes) return null
  const lines = [
    ...changes.gone.map((text) => ({ text, sign: '−', label: 'gone', tone: classes.goneLine })),
    ...changes.added.map((text) => ({ text, sign: '+', label: 'new', tone: classes.addedLine })),
    ...changes.changed.map((text) => ({ text, sign: '~', label: 'changed', tone: classes.changedLine })),
  ]
  return (
    <div>
      <h3 className={classes.partName}>{name}</h3>
      <ul className={classes.lines}>
        {lines.slice(0, SHOWN).map(({ text, sign, label, tone }) => (
          <li key={`${sign}${text}`} className={tone}>
            <span aria-hidden="true">{sign} </span>
            <span className={classes.hidden}>{label}: </span>
            {text}
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && <p className={classes.note}>and {lines.length - SHOWN} more</p>}
    </div>
  )
}
