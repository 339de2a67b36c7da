import { useLocation, useSearchParams } from '@site/shared/navigation'
import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { findCourses, type ListingChoice, noChoice, parseCategory } from './filters'
import { readChoice, writeChoice } from './listing-address'

const PAUSE_MS = 300

/** The server knows the category alone, so search and order join in after hydration (R54). */
export function useListing() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const isHydrated = useIsHydrated()
  const category = parseCategory(params.get('category'))
  const { search: searchInAddress, ...others } = isHydrated ? readChoice(params, state) : noChoice
  const { sort, level, place } = others

  const rewrite = useCallback(
    (change: Partial<ListingChoice>) =>
      setParams(writeChoice(params, { ...readChoice(params, state), ...change }), {
        replace: true,
        preventScrollReset: true,
      }),
    [params, state, setParams],
  )
  const writeSearch = useCallback((search: string) => rewrite({ search }), [rewrite])
  const [text, setText] = useSearchText(searchInAddress, writeSearch)

  const search = useDeferredValue(text)
  const found = useMemo(
    () => findCourses(category, { search, sort, level, place }),
    [category, search, sort, level, place],
  )
  const choice: ListingChoice = { search: text, ...others }
  return { category, choice, setText, search, setChoice: rewrite, found }
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
