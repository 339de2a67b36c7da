import type { CourseCategory } from '../paths'

const PLACEHOLDER = '/images/courses/placeholder.svg'

/** The picture that stands for a whole category, or for any course. */
function stockImage(category: CourseCategory | undefined): string {
  return `/images/categories/${category ?? 'default'}.svg`
}

/** Our own images are paths; an absolute address is the external stock-photo host's (R14, D-18). */
function isFromStockHost(src: string): boolean {
  return /^(https?:)?\/\//i.test(src)
}

/** What is tried for a course, in order: its own image, the placeholder, the category's picture (R65, R66). */
function candidates(src: string, category: CourseCategory | undefined): string[] {
  const fallbacks = isFromStockHost(src) ? [] : [PLACEHOLDER]
  return [src, ...fallbacks, stockImage(category)].filter(Boolean)
}

/**
 * The image to show when those in `failed` could not be loaded, or undefined when none is left.
 * A source that failed is never offered again, so the chain ends whatever the sources are.
 */
export function imageSource(
  src: string,
  category: CourseCategory | undefined,
  failed: readonly string[],
): string | undefined {
  return candidates(src, category).find((candidate) => !failed.includes(candidate))
}
