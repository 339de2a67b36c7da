export const FRAGMENT_POLICY = 'content'

type Markup = { toString: () => string }
type Policy = { createHTML: (html: string) => Markup }
type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy }

let policy: Policy | undefined

/** Marks the text as trusted; it was sanitised when the package was built. */
export function trustedMarkup(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy(FRAGMENT_POLICY, { createHTML: (text) => text })
  // React hands the object on as it is, and its types know texts alone.
  return (policy?.createHTML(html) ?? html) as string
}
