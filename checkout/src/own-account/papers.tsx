import type { OrderReply } from '@site/shared/contracts/own-account'
import { formatPounds } from '@site/shared/money'
import { Button } from '@site/shared/ui'
import { useState } from 'react'
import { readPaper } from './account-calls'
import { dateOf } from './dates'
import classes from './order-page.module.css'

type Paper = OrderReply['papers'][number]

const titles: Readonly<Record<Paper['kind'], string>> = { receipt: 'VAT receipt', credit_note: 'Credit note' }

export function Papers({ papers }: { papers: readonly Paper[] }) {
  const [said, setSaid] = useState('')
  if (papers.length === 0) return null

  async function handleSave(number: string) {
    setSaid('Loading the file…')
    const outcome = await readPaper(number)
    setSaid(outcome.ok ? `${outcome.value.name} is saved.` : outcome.message)
    if (outcome.ok) save(outcome.value)
  }
  return (
    <section aria-labelledby="papers-title">
      <h2 className={classes.title} id="papers-title">
        Receipts and credit notes
      </h2>
      <ul className={classes.lines}>
        {papers.map(({ kind, number, issuedAt, total }) => (
          <li key={number} className={classes.line}>
            <span>
              {`${titles[kind]} ${number}`}
              <span className={classes.detail}>{`${dateOf(issuedAt)}, ${formatPounds(total)}`}</span>
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Download ${kind === 'receipt' ? 'VAT receipt' : 'credit note'} ${number} (PDF)`}
              onClick={() => handleSave(number)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
      <p role="status">{said}</p>
    </section>
  )
}

function save(file: File): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: file.name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
