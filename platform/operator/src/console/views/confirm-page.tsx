import { type Action, type Fields, formatCommand } from '../session/actions'
import type { Session } from '../session/sessions'
import { type CommandOutput, Page } from './page'
import { Command, Notice, Output, Section } from './parts'
import classes from './parts.module.css'

type ConfirmPageProps = {
  session: Session
  name: string
  action: Action
  fields: Fields
  diff: string | undefined
  problem: string | undefined
}

export function ConfirmPage({ session, name, action, fields, diff, problem }: ConfirmPageProps) {
  return (
    <Page title={action.title} session={session}>
      <p>{action.effect}</p>
      {problem && (
        <Notice tone="bad" title="This would be refused">
          <Output text={problem} />
        </Notice>
      )}
      {diff && (
        <Section title="What will change">
          <Output text={diff} />
        </Section>
      )}
      <Section title="The same in a shell">
        <Command text={formatCommand(action.command)} />
      </Section>
      <form className={classes.form} method="post" action={`/act/${name}`}>
        <input type="hidden" name="formToken" value={session.formToken} />
        {Object.entries(fields).map(([field, value]) =>
          field === 'reason' || field === action.asks ? null : (
            <input key={field} type="hidden" name={field} value={value} />
          ),
        )}
        {action.asks === 'share' && (
          <>
            <label className={classes.label} htmlFor="share">
              Share of the visitors, in percent
            </label>
            <input
              className={classes.input}
              id="share"
              name="share"
              inputMode="decimal"
              defaultValue={fields.share ?? '5'}
              required
            />
          </>
        )}
        <label className={classes.label} htmlFor="reason">
          Why (it stands in the record)
        </label>
        <input className={classes.input} id="reason" name="reason" maxLength={300} required autoComplete="off" />
        <div className={classes.actions}>
          <button className={classes.mainAction} type="submit">
            {action.title}
          </button>
          <a href="/">Cancel</a>
        </div>
      </form>
    </Page>
  )
}

export function DonePage({ session, action, output }: { session: Session; action: Action; output: CommandOutput }) {
  const { text, refusal } = output
  return (
    <Page title={refusal === undefined ? 'Done' : 'Refused'} session={session}>
      <Notice
        tone={refusal === undefined ? 'good' : 'bad'}
        title={refusal === undefined ? action.title : `${action.title}: refused, nothing was changed`}
      >
        <Output text={[text, refusal].filter(Boolean).join('\n')} />
      </Notice>
      <Section title="The command that was run">
        <Command text={formatCommand(action.command)} />
      </Section>
      <p className={classes.actions}>
        <a className={classes.mainAction} href="/">
          Live now
        </a>
        <a href="/record">Record</a>
      </p>
    </Page>
  )
}
