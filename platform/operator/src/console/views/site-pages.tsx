import type { Candidate, SiteStatus } from '@platform/site/queries/read-status'
import { Notice, Section } from '@site/api/staff-parts'
import { formatCanary, formatEvaluation, formatStatus } from '../../format/format-status'
import { minute } from '../../format/printable'
import { ActionLink, Page, type StatusPageProps } from './page'

export function LivePage({ session, status, entries, may }: StatusPageProps & { entries: string }) {
  const { live, canary, hold, kept } = status
  return (
    <Page title="Live now" section="/" session={session}>
      <pre>{formatStatus(status)}</pre>
      <p>
        {canary && <a href="/canary">Watch the canary</a>}
        {hold && may('resume') && <ActionLink name="resume">End the hold</ActionLink>}
        {live && !hold && may('hold') && <ActionLink name="hold">Hold the site</ActionLink>}
      </p>
      {kept.map(({ number }) => (
        <p key={number}>
          <a href={`/diff?before=live&after=${number}`}>What would change with composition {number}</a>
          {may('rollback', { number: String(number) }) && (
            <ActionLink name="rollback" fields={{ number: String(number) }}>
              {`Go back to composition ${number}`}
            </ActionLink>
          )}
        </p>
      ))}
      <Section title="Done last">
        <pre>{entries}</pre>
      </Section>
    </Page>
  )
}

export function ReleasesPage({ session, status, hasRegistry, may }: StatusPageProps & { hasRegistry: boolean }) {
  const { waiting, canary } = status
  return (
    <Page title="Releases" section="/releases" session={session}>
      <Section title="Published, not live">
        {waiting.length === 0 && <p>Every published release is live.</p>}
        <ul>
          {waiting.map((release) => (
            <Waiting key={`${release.package}@${release.version}`} release={release} canary={canary} may={may} />
          ))}
        </ul>
      </Section>
      {hasRegistry && session.role !== 'viewer' && (
        <Section title="Fetch one from the registry">
          <form method="get" action="/confirm/fetch">
            <label>
              Release, by version or dist-tag
              <input name="release" placeholder={`${session.package ?? 'catalog'}@next`} required />
            </label>
            <button type="submit">Continue</button>
          </form>
        </Section>
      )}
    </Page>
  )
}

type WaitingProps = { release: Candidate; may: StatusPageProps['may'] } & Pick<SiteStatus, 'canary'>

function Waiting({ release, canary, may }: WaitingProps) {
  const { evaluation, publishedAt } = release
  const name = `${release.package}@${release.version}`
  const actions = { preview: 'Preview', ...(!canary && { 'canary-start': 'Canary' }), activate: 'Activate' }
  const possible = evaluation.outcome === 'does not fit' ? [] : Object.entries(actions)
  return (
    <li>
      <strong>{name}</strong>, published {minute(publishedAt)}
      <pre>{formatEvaluation(evaluation).join('\n')}</pre>
      <p>
        <a href={`/diff?before=live&after=${encodeURIComponent(name)}`}>What would change with {name}</a>
        {possible.map(
          ([action, label]) =>
            may(action, { release: name }) && (
              <ActionLink key={action} name={action} fields={{ release: name }} isMain={action === 'activate'}>
                {`${label} ${name}`}
              </ActionLink>
            ),
        )}
      </p>
    </li>
  )
}

export function CanaryPage({ session, status: { canary, hold }, health, may }: StatusPageProps & { health: string }) {
  const next = canary && (canary.steps?.shares[0] ?? Math.min(100, canary.share * 2))
  return (
    <Page title="Canary" section="/canary" session={session}>
      {canary ? (
        <>
          <pre>{formatCanary(canary).join('\n')}</pre>
          <p>
            {may('canary-share') && (
              <ActionLink name="canary-share" fields={{ share: String(next) }}>
                Change the share
              </ActionLink>
            )}
            {may('canary-stop') && <ActionLink name="canary-stop">Stop</ActionLink>}
            {may('canary-finish', { number: String(canary.number) }) && (
              <ActionLink name="canary-finish" fields={{ number: String(canary.number) }} isMain>
                Finish: show it to every visitor
              </ActionLink>
            )}
            <a href={`/diff?before=live&after=${canary.number}`}>What is different</a>
          </p>
        </>
      ) : (
        <>
          {hold && <Notice tone="warning" title={`Held by ${hold.by}: ${hold.reason}`} />}
          <p>No canary runs.</p>
          <a href="/releases">Start one from a published release</a>
        </>
      )}
      <Section title="What visitors met in the last hour">
        <pre>{health}</pre>
      </Section>
    </Page>
  )
}
