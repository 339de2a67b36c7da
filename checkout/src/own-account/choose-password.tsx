import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { sessionStore } from '@site/shared/session'
import { ButtonLink } from '@site/shared/ui'
import { useState } from 'react'
import { DoneFrame } from '../account/done-frame'
import { FormFrame } from '../account/form-frame'
import { fieldsOf } from '../form/fields-of'
import { PasswordField } from '../form/password-field'
import { useForm } from '../form/use-form'
import { askAnonymously } from './ask-account'
import { resetHead } from './ask-for-link'
import { PASSWORD_HINT, resetRules } from './field-rules'

type Props = { token: string; onSpent: () => void }
const title = 'Choose a new password'

export function ChoosePassword({ token, onSpent }: Props) {
  const [isDone, setIsDone] = useState(false)
  const { form, action } = useForm(
    resetRules,
    { newPassword: '' },
    async ({ newPassword }) => {
      const answer = await askAnonymously('reset', { token, password: newPassword })
      if (!answer.ok && answer.reason === 'link_not_valid') onSpent()
      return answer.ok ? { ok: true as const } : { ok: false as const, message: answer.message }
    },
    () => {
      sessionStore().getState().signOut()
      setIsDone(true)
    },
  )
  const { field, problems } = fieldsOf('choose', resetRules, form)
  if (isDone) return <Done />
  return (
    <FormFrame
      form={form}
      action={action}
      problems={problems}
      title={title}
      {...resetHead}
      note="With it you sign in from now on. Everybody who is signed in to the account is signed out."
      button="Save password"
      busyButton="Saving..."
      footer={<Link to={paths.signIn}>Back to sign in</Link>}
    >
      <PasswordField {...field('newPassword')} autoComplete="new-password" hint={PASSWORD_HINT} />
    </FormFrame>
  )
}

function Done() {
  return (
    <DoneFrame title={title} {...resetHead} heading="Your password is changed">
      <p>You are signed out everywhere. Sign in with your new password.</p>
      <p>
        <ButtonLink to={paths.signIn}>Sign in</ButtonLink>
      </p>
    </DoneFrame>
  )
}
