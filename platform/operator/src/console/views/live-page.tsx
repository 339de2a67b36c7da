import type { CompositionSummary, SiteStatus } from '@platform/site/queries/read-status'
import { ORIGIN_SILENT_S } from '@platform/site/store/site-store'
import type { Session } from '../session/sessions'
import { Page } from './page'
import { ActionLink, Badge, Empty, Facts, Item, List, Notice, Output, Section, Time } from './parts'
import classes from './parts.module.css'

type LivePageProps = {
  session: Session
  status: SiteStatus
  entries: string
  may: (name: string, fields?: Record<string, string>) => boolean
}

export function LivePage({ session, status, entries, may }: LivePageProps) {
  const { live, canary, hold, origins, kept, settings } = status
  return (
    <Page title="Live now" section="/" session={session}>
      {hold && (
        <Notice tone="warning" title={`Held by ${hold.by}: ${hold.reason}`}>
          <p>Nothing new becomes live. {may('resume') && <ActionLink name="resume">End the hold</ActionLink>}</p>
        </Notice>
      )}
      {live ? (
        <Live live={live} address={settings?.publicUrl} isSandbox={settings?.sandbox} />
      ) : (
        <Empty>Nothing is live yet.</Empty>
      )}
      {canary && (
        <Notice tone="good" title={`A canary runs for ${canary.share} % of the visitors`}>
          <p>
            Composition {canary.number}: {releasesOf(canary)}. <a href="/canary">Watch it</a>
          </p>
        </Notice>
      )}
      {live && !hold && may('hold') && (
        <p className={classes.actions}>
          <ActionLink name="hold">Hold the site</ActionLink>
        </p>
      )}
      {origins && <Origins origins={origins} live={live?.number} />}
      <Section title="Kept to go back to">
        {kept.length === 0 && <Empty>There is no earlier composition.</Empty>}
        <List>
          {kept.map((it) => (
            <Item
              key={it.number}
              title={`Composition ${it.number}`}
              note={
                <>
                  made <Time iso={it.createdAt} /> · {changedReleases(it, live)}
                </>
              }
              actions={
                <>
                  <a href={`/diff?before=live&after=${it.number}`}>What would change</a>
                  {may('rollback', { number: String(it.number) }) && (
                    <ActionLink
                      name="rollback"
                      fields={{ number: String(it.number) }}
                      about={`to composition ${it.number}`}
                    >
                      Go back
                    </ActionLink>
                  )}
                </>
              }
            />
          ))}
        </List>
      </Section>
      <Section title="Done last">
        <Output text={entries} />
      </Section>
    </Page>
  )
}

function Live({
  live,
  address,
  isSandbox,
}: {
  live: CompositionSummary
  address: string | undefined
  isSandbox: boolean | undefined
}) {
  return (
    <Facts
      facts={[
        ['Composition', String(live.number)],
        ['Made', <Time key="made" iso={live.createdAt} />],
        ['Address', address ?? 'not set'],
        ['Payments', isSandbox ? 'sandbox, no money moves' : 'real'],
        ...Object.entries(live.releases).map(([name, { version }]) => [name, version] as const),
      ]}
    />
  )
}

function Origins({ origins, live }: { origins: NonNullable<SiteStatus['origins']>; live: number | undefined }) {
  return (
    <Section title="Origins">
      {origins.length === 0 && <Empty>No origin follows this site.</Empty>}
      <List>
        {origins.map(({ name, serving, startedAt, lastSeenSeconds, error, outOfService }) => (
          <Item
            key={name}
            title={
              <>
                {name} <State serving={serving} live={live} silentSeconds={lastSeenSeconds} />{' '}
                {outOfService && <Badge tone="bad">out of service</Badge>}
              </>
            }
            note={
              <>
                up since <Time iso={startedAt} />
                {(outOfService ?? error) ? `: ${outOfService ?? error}` : ''}
              </>
            }
          />
        ))}
      </List>
    </Section>
  )
}

type StateProps = { serving: number | undefined; live: number | undefined; silentSeconds: number }

function State({ serving, live, silentSeconds }: StateProps) {
  if (silentSeconds > ORIGIN_SILENT_S) return <Badge tone="warning">silent for {silentSeconds} s</Badge>
  return <Badge tone={serving === live ? 'good' : 'bad'}>serves {serving ?? 'nothing'}</Badge>
}

function releasesOf({ releases }: Pick<CompositionSummary, 'releases'>): string {
  return Object.entries(releases)
    .map(([name, { version }]) => `${name}@${version}`)
    .join(', ')
}

export function changedReleases({ releases }: CompositionSummary, live: CompositionSummary | undefined): string {
  const changed = Object.entries(releases).filter(([name, { version }]) => live?.releases[name]?.version !== version)
  return changed.length === 0 ? 'the releases that are live' : releasesOf({ releases: Object.fromEntries(changed) })
}
