import type { SiteDiff } from '@platform/site/queries/diff-site'
import { type Action, type Fields, formatCommand } from '../session/actions'
import type { Session } from '../session/sessions'
import { DiffSummary } from './diff-page'
import { Page } from './page'
import { Command, Notice, Section } from './parts'
import classes from './parts.module.css'

type ConfirmPageProps = {
  session: Session
  name: string
  action: Action
  fields: Fields
  diff: SiteDiff | undefined
  /** Why the differences could not be found. */
  problem: string | undefined
}

/** Says what will change and how to do the same in a shell, and asks. */
export function ConfirmPage({ session, name, action, fields, diff, problem }: ConfirmPageProps) {
  return (
    <Page title={action.title} session={session}>
      <p>{action.effect}</p>
      {problem && (
        <Notice tone="bad" title="This would be refused">
          <pre className={classes.refusal}>{problem}</pre>
        </Notice>
      )}
      {diff && (
        <Section title="What will change">
          <DiffSummary diff={diff} />
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

/** What came of an action, in the command's own words. */
export function DonePage({
  session,
  action,
  lines,
  isRefused,
}: {
  session: Session
  action: Action
  lines: readonly string[]
  isRefused: boolean
}) {
  return (
    <Page title={isRefused ? 'Refused' : 'Done'} session={session}>
      <Notice
        tone={isRefused ? 'bad' : 'good'}
        title={isRefused ? `${action.title}: refused, nothing was changed` : action.title}
      >
        <pre className={classes.refusal}>{lines.join('\n')}</pre>
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
