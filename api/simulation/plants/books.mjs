/** What the owner and the accountant are given of the providers' books. */
export const books = [
  {
    name: 'a statement leaves the fees out',
    file: 'admin/make-statements.ts',
    find: 'statement.feesPence = pence(statement.feesPence + feePence)',
    replace: 'void feePence',
    caughtBy: ['statement'],
  },
  {
    name: 'a day of statements ends an hour late',
    file: 'admin/make-statements.ts',
    find: 'const statement = made.get(dayOf(at))',
    replace: 'const statement = made.get(dayOf(new Date(at.getTime() - 3_600_000)))',
    caughtBy: ['statement'],
  },
  {
    name: 'the accounts leave what disputes took out',
    file: 'admin/export-ledger.ts',
    find: "if (kind === 'dispute' || kind === 'dispute_won') return { ...amounts, dispute: amountPence }",
    replace: "if (kind === 'dispute' || kind === 'dispute_won') return { ...amounts, dispute: pence(0) }",
    caughtBy: ['accounts'],
  },
  {
    name: 'the sum of the accounts has no fees',
    file: 'admin/export-ledger.ts',
    find: 'const added = columns.map((name) => [name, pence(sum[name] + next[name])])',
    replace: "const added = columns.map((name) => [name, pence(sum[name] + (name === 'fee' ? 0 : next[name]))])",
    caughtBy: ['accounts'],
  },
]
