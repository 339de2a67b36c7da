import type { CourseCategory } from '../paths'

const PLACEHOLDER = '/images/courses/placeholder.svg'

function stockImage(category: CourseCategory | undefined): string {
  return `/images/categories/${category ?? 'default'}.svg`
}

/** An absolute address is the external stock-photo host's (R14, D-18). */
function isFromStockHost(src: string): boolean {
  return /^(https?:)?\/\//i.test(src)
}

function candidates(src: string, category: CourseCategory | undefined): string[] {
  const fallbacks = isFromStockHost(src) ? [] : [PLACEHOLDER]
  return [src, ...fallbacks, stockImage(category)].filter(Boolean)
}

/** A source that failed is never offered again, so the chain ends. */
export function imageSource(
  src: string,
  category: CourseCategory | undefined,
  failed: readonly string[],
): string | undefined {
  return candidates(src, category).find((candidate) => !failed.includes(candidate))
}
