/** Name of the Trusted Types policy for texts of this package; `src/release.ts` declares it. */
export const FRAGMENT_POLICY = 'content'

type Markup = { toString: () => string }
type Policy = { createHTML: (html: string) => Markup }
type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy }

let policy: Policy | undefined

/**
 * The text as a browser with Trusted Types takes it for markup; everywhere else the text itself. It was sanitised when the
 * package was built, so nothing is left to do here, and the policy is nobody else's to use.
 */
export function trustedMarkup(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy(FRAGMENT_POLICY, { createHTML: (text) => text })
  // React hands the object on as it is, and its types know texts alone.
  return (policy?.createHTML(html) ?? html) as string
}
