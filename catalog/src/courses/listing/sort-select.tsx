import { useEffect, useRef } from 'react'
import { parseSortOrder, type SortOrder, sortOrders } from './sort'
import classes from './sort-select.module.css'

type SortSelectProps = { sort: SortOrder; onChange: (sort: SortOrder) => void }

export function SortSelect({ sort, onChange }: SortSelectProps) {
  const select = useRef<HTMLSelectElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over a choice made before the page came alive, once
  useEffect(() => {
    const chosen = parseSortOrder(select.current?.value)
    if (chosen !== sort) onChange(chosen)
  }, [])

  return (
    <label className={classes.label}>
      Sort by
      <select
        ref={select}
        className={classes.select}
        value={sort}
        onChange={(event) => onChange(parseSortOrder(event.target.value))}
      >
        {sortOrders.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
