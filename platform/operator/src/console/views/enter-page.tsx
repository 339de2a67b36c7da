import { Page } from './page'
import { Notice } from './parts'
import classes from './parts.module.css'

/** Link scanners open links in messages, so opening one must not redeem the token. */
export function EnterPage({ token }: { token: string }) {
  return (
    <Page title="Sign in">
      <p>This link lets one browser in, once.</p>
      <form className={classes.form} method="post" action="/enter">
        <input type="hidden" name="token" value={token} />
        <button className={classes.mainAction} type="submit">
          Continue
        </button>
      </form>
    </Page>
  )
}

export function OutsidePage({ message }: { message: string }) {
  return (
    <Page title="Sign in">
      <Notice tone="warning" title={message}>
        <p>
          Ask whoever runs the site for a link, or make one there: <code>npm run site -- console link --name you</code>
        </p>
      </Notice>
    </Page>
  )
}

export function RefusedPage({ title, message }: { title: string; message: string }) {
  return (
    <Page title={title}>
      <Notice tone="bad" title={message}>
        <p>
          <a href="/">Live now</a>
        </p>
      </Notice>
    </Page>
  )
}
