import { useContext } from 'react'
import { company } from '../company'
import { PublicUrl } from './public-url'

type PageHeadProps = {
  /** What the page is called; the company's name is added. */
  title: string
  /** For search results: one or two sentences, 50 to 160 characters. */
  description: string
  /** The one address the page is known by, with a query only where that makes another page; absent on an unknown one. */
  path?: string
  /** Path of the picture of a link preview, 1200 × 630. */
  image?: string
  type?: 'website' | 'article'
  /** Keeps the page out of search results. */
  noindex?: boolean
}

/**
 * The tags a page puts into the document's head, for browsers, search engines and link previews
 * (Open Graph, ogp.me). React takes them away with the page, so they never outlive a navigation.
 */
export function PageHead({ title, description, path, image = '/og/site.jpg', type, noindex }: PageHeadProps) {
  const publicUrl = useContext(PublicUrl)
  const address = path && publicUrl + path
  const preview = {
    type: type ?? 'website',
    title,
    description,
    url: address,
    image: publicUrl + image,
    'image:alt': title,
  }
  return (
    <>
      <title>{`${title} | ${company.shortName}`}</title>
      <meta name="description" content={description} />
      {noindex && <meta name="robots" content="noindex" />}
      {address && <link rel="canonical" href={address} />}
      {Object.entries(preview).map(
        ([name, content]) => content && <meta key={name} property={`og:${name}`} content={content} />,
      )}
    </>
  )
}
