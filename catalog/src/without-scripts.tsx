import { company } from '@site/shared/company'

type WithoutScriptsProps = { what?: string; className?: string | undefined }

export function WithoutScripts({ what = 'The cart needs', className }: WithoutScriptsProps) {
  return (
    <noscript>
      <p className={className}>
        {`${what} JavaScript. You can also book by phone on ${company.phone.display} or by e-mail to ${company.email}.`}
      </p>
    </noscript>
  )
}
