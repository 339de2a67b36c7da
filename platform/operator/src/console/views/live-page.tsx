import { versionsOf } from '@platform/compose/composition/composition-outline'
import type { CompositionSummary } from '@platform/site/queries/read-status'
import { Facts, Notice, Section } from '@site/api/staff-parts'
import { listReleases } from '../../command/command'
import { formatOrigin } from '../../format/format-status'
import { minute } from '../../format/printable'
import { ActionLink, Page, type StatusPageProps } from './page'

export function LivePage({ session, status, entries, may }: StatusPageProps & { entries: string }) {
  const { live, canary, hold, origins, kept, settings } = status
  return (
    <Page title="Live now" section="/" session={session}>
      {hold && (
        <Notice tone="warning" title={`Held by ${hold.by}: ${hold.reason}`}>
          <p>Nothing new becomes live. {may('resume') && <ActionLink name="resume">End the hold</ActionLink>}</p>
        </Notice>
      )}
      {live ? (
        <Facts
          facts={[
            ['Composition', String(live.number)],
            ['Made', minute(live.createdAt)],
            ['Address', settings?.publicUrl ?? 'not set'],
            ['Payments', settings?.sandbox ? 'sandbox, no money moves' : 'real'],
            ...Object.entries(live.releases).map(([name, { version }]) => [name, version] as const),
          ]}
        />
      ) : (
        <p>Nothing is live yet.</p>
      )}
      {canary && (
        <Notice tone="good" title={`A canary runs for ${canary.share} % of the visitors`}>
          <p>
            Composition {canary.number}: {listReleases(versionsOf(canary))} <a href="/canary">Watch it</a>
          </p>
        </Notice>
      )}
      {live && !hold && may('hold') && <ActionLink name="hold">Hold the site</ActionLink>}
      {origins && (
        <Section title="Origins">
          <pre>{origins.map(formatOrigin).join('\n') || 'No origin follows this site.'}</pre>
        </Section>
      )}
      <Section title="Kept to go back to">
        {kept.length === 0 && <p>There is no earlier composition.</p>}
        <ul>
          {kept.map((it) => (
            <li key={it.number}>
              Composition {it.number}, made {minute(it.createdAt)}: {changedReleases(it, live)}
              <p>
                <a href={`/diff?before=live&after=${it.number}`}>What would change</a>
                {may('rollback', { number: String(it.number) }) && (
                  <ActionLink name="rollback" fields={{ number: String(it.number) }}>
                    {`Go back to composition ${it.number}`}
                  </ActionLink>
                )}
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Done last">
        <pre>{entries}</pre>
      </Section>
    </Page>
  )
}

export function changedReleases({ releases }: CompositionSummary, live: CompositionSummary | undefined): string {
  const versions = Object.entries(versionsOf({ releases })).filter(
    ([name, version]) => live?.releases[name]?.version !== version,
  )
  return listReleases(Object.fromEntries(versions)) || 'the releases that are live'
}
