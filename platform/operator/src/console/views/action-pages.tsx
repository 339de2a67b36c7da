import { Form } from '@site/api/staff-pages'
import { Notice, Section } from '@site/api/staff-parts'
import { type Action, type Fields, formatCommand } from '../session/actions'
import type { Session } from '../session/sessions'
import { type CommandOutput, Page } from './page'

type ConfirmPageProps = {
  session: Session
  name: string
  action: Action
  fields: Fields
  /** The refusal is why the action would be refused. */
  diff: CommandOutput
}

export function ConfirmPage({ session, name, action, fields, diff }: ConfirmPageProps) {
  const typed = ['reason', action.asks]
  const hidden = Object.fromEntries(Object.entries(fields).filter(([field]) => !typed.includes(field)))
  return (
    <Page title={action.title} session={session}>
      <p>{action.effect}</p>
      {diff.refusal && (
        <Notice title="This would be refused">
          <pre>{diff.refusal}</pre>
        </Notice>
      )}
      {diff.text && (
        <Section title="What will change">
          <pre>{diff.text}</pre>
        </Section>
      )}
      <Section title="The same in a shell">
        <pre>{formatCommand(action.command)}</pre>
      </Section>
      <Form action={`/act/${name}`} visitor={session} hidden={hidden}>
        {action.asks === 'share' && (
          <label>
            Share of the visitors, in percent
            <input name="share" inputMode="decimal" defaultValue={fields.share ?? '5'} required />
          </label>
        )}
        <label>
          Reason (for the audit log)
          <input name="reason" maxLength={300} required autoComplete="off" />
        </label>
        <button type="submit">{action.title}</button> <a href="/">Cancel</a>
      </Form>
    </Page>
  )
}

type DonePageProps = { session: Session; action: Action; output: CommandOutput }

export function DonePage({ session, action: { title, command }, output: { text, refusal } }: DonePageProps) {
  const isDone = refusal === undefined
  return (
    <Page title={isDone ? 'Done' : 'Refused'} session={session}>
      <Notice tone={isDone ? 'good' : 'bad'} title={isDone ? title : `${title}: refused, nothing was changed`}>
        <pre>{[text, refusal].filter(Boolean).join('\n')}</pre>
      </Notice>
      <Section title="The command that was run">
        <pre>{formatCommand(command)}</pre>
      </Section>
      <p>
        <a href="/">Live now</a> <a href="/record">Audit log</a> <a href="/pictures">Pictures of changed pages</a>
      </p>
    </Page>
  )
}

/** `files`: what the last look at changed pages has left. */
export function PicturesPage({ session, files }: { session: Session; files: readonly string[] }) {
  const names = files.flatMap((file) => /^(.+)-difference\.png$/.exec(file)?.[1] ?? []).sort()
  return (
    <Page title="Pictures of changed pages" section="/releases" session={session}>
      {names.length === 0 && <p>There are none: "site check" and "site canary start" take them with a browser.</p>}
      {names.map((name) => (
        <Section key={name} title={name}>
          {['live', 'new', 'difference'].map((kind) => (
            <img key={kind} src={`/pictures/${name}-${kind}.png`} alt={kind} loading="lazy" />
          ))}
        </Section>
      ))}
    </Page>
  )
}
