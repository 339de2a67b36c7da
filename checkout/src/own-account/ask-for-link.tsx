import { company } from '@site/shared/company'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { useState } from 'react'
import { DoneFrame } from '../account/done-frame'
import { FormFrame } from '../account/form-frame'
import { fieldsOf } from '../form/fields-of'
import { TextField } from '../form/text-field'
import { useForm } from '../form/use-form'
import { askAnonymously } from './ask-account'
import { requestRules } from './field-rules'

const title = 'Reset your password'
export const resetHead = {
  description: 'Ask for a link by email with which you choose a new password for your account.',
  path: paths.reset,
}

/** Says the same whether or not there is an account (R199). */
export function AskForLink({ isAgain }: { isAgain: boolean }) {
  const [sentTo, setSentTo] = useState<string>()
  const { form, action } = useForm(
    requestRules,
    { email: '' },
    async (values) => {
      const answer = await askAnonymously('request-reset', values)
      return answer.ok ? { ok: true as const, email: values.email } : { ok: false as const, message: answer.message }
    },
    ({ email }) => setSentTo(email),
  )
  const { field, problems } = fieldsOf('reset', requestRules, form)
  if (sentTo !== undefined) return <Sent to={sentTo} />
  return (
    <FormFrame
      form={form}
      action={action}
      problems={problems}
      title={title}
      {...resetHead}
      note={
        isAgain
          ? 'That link does not work any more: links work once, and for 30 minutes. Enter your email address for another.'
          : 'Enter the email address of your account. We send a link to it with which you choose a new password.'
      }
      button="Send the link"
      busyButton="Sending..."
      footer={<Link to={paths.signIn}>Back to sign in</Link>}
    >
      <TextField {...field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
    </FormFrame>
  )
}

function Sent({ to }: { to: string }) {
  return (
    <DoneFrame title={title} {...resetHead} heading="Look into your mailbox">
      <p>
        {`If there is an account for ${to}, we have sent a link to that address. It works once, for 30 minutes. `}
        Nothing there? Look among unwanted mail, and whether this is the address you signed up with.
      </p>
      <p>{`You can also call ${company.phone.display}.`}</p>
      <p>
        <Link to={paths.signIn}>Back to sign in</Link>
      </p>
    </DoneFrame>
  )
}
