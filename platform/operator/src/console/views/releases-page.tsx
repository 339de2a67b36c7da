import type { Candidate } from '@platform/site/queries/read-status'
import { Section } from '@site/api/staff-parts'
import { formatEvaluation } from '../../format/format-status'
import { minute } from '../../format/printable'
import { changedReleases } from './live-page'
import { ActionLink, Page, type StatusPageProps } from './page'

export function ReleasesPage({ session, status, hasRegistry, may }: StatusPageProps & { hasRegistry: boolean }) {
  const { waiting, previews, canary, live } = status
  return (
    <Page title="Releases" section="/releases" session={session}>
      <Section title="Published, not live">
        {waiting.length === 0 && <p>Every published release is live.</p>}
        <ul>
          {waiting.map((release) => (
            <Waiting
              key={`${release.package}@${release.version}`}
              release={release}
              hasCanary={canary !== undefined}
              may={may}
            />
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
      <Section title="Previews">
        {previews.length === 0 && <p>There is no preview.</p>}
        <ul>
          {previews.map(({ expiresAt, ...composition }) => (
            <li key={composition.number}>
              Composition {composition.number} until {minute(expiresAt)}: {changedReleases(composition, live)}
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}

type WaitingProps = { release: Candidate; hasCanary: boolean; may: StatusPageProps['may'] }

function Waiting({ release, hasCanary, may }: WaitingProps) {
  const { evaluation, publishedAt } = release
  const name = `${release.package}@${release.version}`
  const fields = { release: name }
  const mayTry = (action: string) => evaluation.outcome !== 'does not fit' && may(action, fields)
  return (
    <li>
      <strong>{name}</strong>, published {minute(publishedAt)}
      <pre>{formatEvaluation(evaluation).join('\n')}</pre>
      <p>
        <a href={`/diff?before=live&after=${encodeURIComponent(name)}`}>What would change with {name}</a>
        {mayTry('preview') && (
          <ActionLink name="preview" fields={fields}>
            {`Preview ${name}`}
          </ActionLink>
        )}
        {!hasCanary && mayTry('canary-start') && (
          <ActionLink name="canary-start" fields={fields}>
            {`Canary ${name}`}
          </ActionLink>
        )}
        {mayTry('activate') && (
          <ActionLink name="activate" fields={fields} isMain>
            {`Activate ${name}`}
          </ActionLink>
        )}
      </p>
    </li>
  )
}
