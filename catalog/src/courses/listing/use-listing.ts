import { useLocation, useSearchParams } from '@site/shared/navigation'
import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { courses } from '../courses'
import { filterCourses, parseCategory } from './filters'
import { noChoice, readChoice, writeChoice } from './listing-address'
import { type SortOrder, sortCourses } from './sort'

const PAUSE_MS = 300

/** The server knows the category alone, so search and order join in after hydration (R54). */
export function useListing() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const isHydrated = useIsHydrated()
  const category = parseCategory(params.get('category'))
  const { search: searchInAddress, sort } = isHydrated ? readChoice(params, state) : noChoice

  const rewrite = useCallback(
    (search: string, order: SortOrder) =>
      setParams(writeChoice(params, { search, sort: order }), { replace: true, preventScrollReset: true }),
    [params, setParams],
  )
  const writeSearch = useCallback((text: string) => rewrite(text, sort), [rewrite, sort])
  const [text, setText] = useSearchText(searchInAddress, writeSearch)

  const search = useDeferredValue(text)
  const found = useMemo(
    () => sortCourses(filterCourses(courses, { category, search }), sort, search),
    [category, search, sort],
  )
  return { category, text, setText, search, sort, setSort: (order: SortOrder) => rewrite(text, order), found }
}

/** Follows the address, and reaches it once typing pauses: browsers refuse an address that changes with every key. */
function useSearchText(inAddress: string, write: (text: string) => boolean) {
  const [text, setText] = useState(inAddress)
  const known = useRef(inAddress)

  useEffect(() => {
    if (inAddress === known.current) return
    known.current = inAddress
    setText(inAddress)
  }, [inAddress])

  useEffect(() => {
    if (text.trim() === known.current) return
    const timer = setTimeout(() => {
      // A failed write is tried again at the next address.
      if (write(text)) known.current = text.trim()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, write])

  return [text, setText] as const
}
