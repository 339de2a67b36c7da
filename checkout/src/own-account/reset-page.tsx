import { useState } from 'react'
import { AskForLink } from './ask-for-link'
import { ChoosePassword } from './choose-password'
import { useMailedToken } from './use-mailed-token'

export default function ResetPage() {
  const token = useMailedToken()
  const [spent, setSpent] = useState<string>()
  // A link that does not work leads back to where another is asked for.
  return token && token !== spent ? (
    <ChoosePassword key={token} token={token} onSpent={() => setSpent(token)} />
  ) : (
    <AskForLink isAgain={spent !== undefined} />
  )
}
