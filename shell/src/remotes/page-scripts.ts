import type { SiteFiles } from '@site/shared/site-config'

type Sources = Pick<SiteFiles, 'remotes' | 'files'>

export function pageScripts({ remotes, files }: Sources, owner: string, page: string): readonly string[] {
  const named = remotes[owner]?.scripts?.[`./${page}`]
  if (named) return named
  const hash = files?.[owner]?.[`${page}.js`]
  return hash === undefined ? [] : [`/assets/${owner}/${page}.${hash}.js`]
}
