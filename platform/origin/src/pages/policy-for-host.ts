import { type Representation, withHeaders } from '../http/representation'

const POLICY = 'content-security-policy'
/** A name or an address with a port perhaps, and nothing that could say more in a policy. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * A document opened under another name of this server: scripts of an `isolated` page may come from the same folders
 * under that name too. Folders are named with the public address (CSP Level 3, 6.7.2.8).
 * @param host what the browser calls this server; no page can choose it for another
 */
export function policyForHost(document: Representation, publicUrl: string, host: string | undefined): Representation {
  if (host === undefined || publicUrl.endsWith(`//${host}`) || !HOST.test(host)) return document
  const policy = readPolicy(document)
  if (!policy?.includes(`${publicUrl}/`)) return document
  const scheme = publicUrl.slice(0, publicUrl.indexOf(':'))
  const folders = policy.split(publicUrl)
  const sources = folders.slice(1).map((rest) => {
    const folder = /^[^ ;]*/.exec(rest)?.[0] ?? ''
    return `${publicUrl}${folder} ${scheme}://${host}${rest}`
  })
  return withHeaders(document, { [POLICY]: [folders[0], ...sources].join('') })
}

function readPolicy({ forms }: Representation): string | undefined {
  const { headers } = forms.identity
  const place = headers.indexOf(POLICY)
  return place < 0 ? undefined : headers[place + 1]
}
