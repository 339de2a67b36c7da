import { createContext, useContext } from 'react'
import { company } from '../company'

type PageHeadProps = {
  /** The company's name is added. */
  title: string
  /** 50 to 160 characters. */
  description: string
  /** Canonical address; absent where no address is canonical. */
  path?: string
  /** 1200 × 630. */
  image?: string
  type?: 'website' | 'article'
  noindex?: boolean
}

/** Scheme and host without a slash at the end; empty without a shell. */
export const PublicUrl = createContext('')

/** React removes the tags with the page, so they never outlive a navigation. */
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
