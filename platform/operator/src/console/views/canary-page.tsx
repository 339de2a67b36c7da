import type { SiteStatus } from '@platform/site/queries/read-status'
import { listVisits } from '../../format/format-visits'
import type { Session } from '../session/sessions'
import { changedReleases } from './live-page'
import { Page } from './page'
import { ActionLink, Empty, Facts, Notice, Output, Section, Time } from './parts'
import classes from './parts.module.css'

type CanaryPageProps = {
  session: Session
  status: SiteStatus
  health: string
  may: (name: string, fields?: Record<string, string>) => boolean
}

export function CanaryPage({ session, status: { canary, live, hold }, health, may }: CanaryPageProps) {
  if (!canary) {
    return (
      <Page title="Canary" section="/canary" session={session}>
        {hold && <Notice tone="warning" title={`Held by ${hold.by}: ${hold.reason}`} />}
        <Empty>
          No canary runs. Start one from <a href="/releases">a release that waits</a>.
        </Empty>
        <Health text={health} />
      </Page>
    )
  }
  const { number, share, startedAt, steps, evidence, waitsFor } = canary
  const stable = new Map(listVisits(evidence.stable))
  const [next] = steps?.shares ?? []
  return (
    <Page title="Canary" section="/canary" session={session}>
      <Facts
        facts={[
          ['Composition', String(number)],
          ['Differs in', changedReleases(canary, live)],
          ['Share', `${share} % of the visitors`],
          ['Since', <Time key="since" iso={startedAt} />],
          ...(steps && next !== undefined
            ? ([
                [
                  'Next step',
                  <span key="next">
                    {next} % at <Time iso={steps.nextAt} />
                  </span>,
                ],
              ] as const)
            : []),
          ...(waitsFor ? ([['The step waits', waitsFor]] as const) : []),
          ...listVisits(evidence.tried).map(
            ([name, value]) => [capital(name), `${value}, beside ${stable.get(name)}`] as const,
          ),
        ]}
      />
      <p className={classes.actions}>
        {may('canary-share') && (
          <ActionLink name="canary-share" fields={{ share: String(next ?? Math.min(100, share * 2)) }}>
            Change the share
          </ActionLink>
        )}
        {may('canary-stop') && <ActionLink name="canary-stop">Stop</ActionLink>}
        {may('canary-finish') && (
          <ActionLink name="canary-finish" fields={{ number: String(number) }} isMain>
            Give it to everybody
          </ActionLink>
        )}
        <a href={`/diff?before=live&after=${number}`}>What is different</a>
      </p>
      <Health text={health} />
    </Page>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Health({ text }: { text: string }) {
  return (
    <Section title="What visitors met in the last hour">
      <Output text={text} />
    </Section>
  )
}
