import { useLocation, useSearchParams } from '@site/shared/navigation'
import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { courses } from '../courses'
import { filterCourses, parseCategory } from './filters'
import { noChoice, readChoice, writeChoice } from './listing-address'
import { type SortOrder, sortCourses } from './sort'
import { useSearchText } from './use-search-text'

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
