import { Notice, Section } from '@site/api/staff-parts'
import { formatCanary } from '../../format/format-status'
import { ActionLink, Page, type StatusPageProps } from './page'

export function CanaryPage({ session, status: { canary, hold }, health, may }: StatusPageProps & { health: string }) {
  return (
    <Page title="Canary" section="/canary" session={session}>
      {canary ? (
        <>
          <pre>{formatCanary(canary).join('\n')}</pre>
          <CanaryActions canary={canary} may={may} />
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

type Canary = NonNullable<StatusPageProps['status']['canary']>

function CanaryActions({ canary: { number, share, steps }, may }: { canary: Canary; may: StatusPageProps['may'] }) {
  const next = steps?.shares[0] ?? Math.min(100, share * 2)
  return (
    <p>
      {may('canary-share') && (
        <ActionLink name="canary-share" fields={{ share: String(next) }}>
          Change the share
        </ActionLink>
      )}
      {may('canary-stop') && <ActionLink name="canary-stop">Stop</ActionLink>}
      {may('canary-finish') && (
        <ActionLink name="canary-finish" fields={{ number: String(number) }} isMain>
          Finish: show it to every visitor
        </ActionLink>
      )}
      <a href={`/diff?before=live&after=${number}`}>What is different</a>
    </p>
  )
}
