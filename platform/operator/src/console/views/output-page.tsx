import type { ReactNode } from 'react'
import type { Session } from '../session/sessions'
import { Page, type PageProps } from './page'
import { Notice, Output } from './parts'

type OutputPageProps = Pick<PageProps, 'title' | 'section'> & {
  session: Session
  output: CommandOutput
  /** Stands before the output. */
  children?: ReactNode
}

/** What a command has printed, and its refusal. */
export type CommandOutput = { text: string; refusal: string | undefined }

/** A page that shows what a command of the operator prints. */
export function OutputPage({ output: { text, refusal }, children, ...page }: OutputPageProps) {
  return (
    <Page {...page}>
      {children}
      {refusal !== undefined && (
        <Notice tone="bad" title="Not all is well">
          <Output text={refusal} />
        </Notice>
      )}
      {text && <Output text={text} />}
    </Page>
  )
}
