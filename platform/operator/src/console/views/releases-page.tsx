import type { Candidate, SiteStatus } from '@platform/site/queries/read-status'
import type { Session } from '../session/sessions'
import { changedReleases } from './live-page'
import { Page } from './page'
import { ActionLink, Badge, Empty, Item, List, Section, Time } from './parts'
import classes from './parts.module.css'

type ReleasesPageProps = {
  session: Session
  status: SiteStatus
  hasRegistry: boolean
  may: (name: string, fields?: Record<string, string>) => boolean
}

export function ReleasesPage({ session, status, hasRegistry, may }: ReleasesPageProps) {
  const { waiting, previews } = status
  return (
    <Page title="Releases" section="/releases" session={session}>
      <Section title="Published, not live">
        {waiting.length === 0 && <Empty>Every published release is live.</Empty>}
        <List>
          {waiting.map((release) => (
            <Waiting
              key={`${release.package}@${release.version}`}
              release={release}
              hasCanary={!!status.canary}
              may={may}
            />
          ))}
        </List>
      </Section>
      {hasRegistry && session.role !== 'viewer' && <FetchForm own={session.package} />}
      <Section title="Previews">
        {previews.length === 0 && <Empty>No preview is shown to anybody.</Empty>}
        <List>
          {previews.map(({ expiresAt, ...composition }) => (
            <Item
              key={composition.number}
              title={`Composition ${composition.number}`}
              note={
                <>
                  until <Time iso={expiresAt} /> · {changedReleases(composition, status.live)}
                </>
              }
            />
          ))}
        </List>
      </Section>
    </Page>
  )
}

type WaitingProps = { release: Candidate; hasCanary: boolean; may: ReleasesPageProps['may'] }

function Waiting({ release, hasCanary, may }: WaitingProps) {
  const { evaluation, publishedAt } = release
  const name = `${release.package}@${release.version}`
  const fields = { release: name }
  const canTry = evaluation.outcome !== 'does not fit'
  return (
    <Item
      title={
        <>
          {name} <OutcomeBadge outcome={evaluation.outcome} />
        </>
      }
      note={
        <>
          published <Time iso={publishedAt} />
        </>
      }
      actions={
        <>
          <a href={`/diff?before=live&after=${encodeURIComponent(name)}`}>
            What would change<span className={classes.hidden}> with {name}</span>
          </a>
          {canTry && may('preview', fields) && (
            <ActionLink name="preview" fields={fields} about={name}>
              Preview
            </ActionLink>
          )}
          {canTry && !hasCanary && may('canary-start', fields) && (
            <ActionLink name="canary-start" fields={fields} about={name}>
              Canary
            </ActionLink>
          )}
          {canTry && may('activate', fields) && (
            <ActionLink name="activate" fields={fields} about={name} isMain>
              Activate
            </ActionLink>
          )}
        </>
      }
    >
      {evaluation.outcome === 'does not fit' && (
        <ul className={classes.problems}>
          {evaluation.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {evaluation.outcome === 'unknown' && <p>{evaluation.reason}</p>}
    </Item>
  )
}

function OutcomeBadge({ outcome }: { outcome: Candidate['evaluation']['outcome'] }) {
  if (outcome === 'fits') return <Badge tone="good">fits</Badge>
  return outcome === 'unknown' ? <Badge tone="warning">not compared</Badge> : <Badge tone="bad">does not fit</Badge>
}

function FetchForm({ own }: { own: string | undefined }) {
  return (
    <Section title="Take one from the registry">
      <form className={classes.form} method="get" action="/confirm/fetch">
        <label className={classes.label} htmlFor="release">
          Release, by version or dist-tag
        </label>
        <input
          className={classes.input}
          id="release"
          name="release"
          placeholder={`${own ?? 'catalog'}@next`}
          required
        />
        <button className={classes.action} type="submit">
          Continue
        </button>
      </form>
    </Section>
  )
}
