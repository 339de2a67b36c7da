import { encode } from 'uqr'
import { Page } from './views/page'
import { Notice } from './views/parts'

export function SignInPage({ message }: { message?: string }) {
  return (
    <Page title="Sign in">
      {message && <Notice tone="warning" title={message} />}
      <form method="post" action="/desk/link">
        <label>
          Your email address
          <input name="email" type="email" autoComplete="email" required maxLength={254} />
        </label>
        <button type="submit">Send me a link</button>
      </form>
      <p>You open the link that we mail you, then type a code from the authenticator app on your phone.</p>
    </Page>
  )
}

type CodePageProps = {
  formToken: string
  message?: string | undefined
  /** Only before the first code. */
  enrolment?: { totpKey: string; uri: string } | undefined
}

export function CodePage({ formToken, message, enrolment }: CodePageProps) {
  return (
    <Page title="Your code">
      {message && <Notice title={message} />}
      {enrolment && <Enrolment {...enrolment} />}
      <form method="post" action="/desk/code">
        <input type="hidden" name="formToken" value={formToken} />
        <label>
          The six digits that your authenticator app shows
          <input name="code" inputMode="numeric" autoComplete="one-time-code" pattern="[0-9 ]{6,7}" required />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </Page>
  )
}

function Enrolment({ totpKey, uri }: { totpKey: string; uri: string }) {
  const { data, size } = encode(uri)
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <>
      <p>
        Only this once: scan the picture with an authenticator app, such as Google Authenticator or the password manager
        of your phone. Then type the six digits that it shows.
      </p>
      <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="The key as a QR code">
        <path d={squares.join('')} />
      </svg>
      <p>
        <a href={uri}>Open the app on this phone</a>
      </p>
      <p>
        Or type the key: <code>{totpKey.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </>
  )
}
