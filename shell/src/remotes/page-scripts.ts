import type { SiteConfig } from '@site/shared/site-config'

type Sources = Pick<SiteConfig, 'remotes' | 'files'>

/** Addresses of the scripts that a page of a remote needs besides its entry; none when the site does not say. */
export function pageScripts({ remotes, files }: Sources, owner: string, page: string): readonly string[] {
  const named = remotes[owner]?.scripts?.[`./${page}`]
  if (named) return named
  const own = ownScript(files, owner, page)
  return own ? [own] : []
}

/** The configuration as a page carries it: what `files` says of a page's scripts is not said twice. */
export function withoutOwnScripts<Config extends Sources>(config: Config): Config {
  const remotes = Object.entries(config.remotes).map(([owner, { scripts = {}, ...remote }]) => {
    const others = Object.entries(scripts).filter(
      ([module, [first, ...more]]) => more.length > 0 || first !== ownScript(config.files, owner, module.slice(2)),
    )
    return [owner, others.length > 0 ? { ...remote, scripts: Object.fromEntries(others) } : remote]
  })
  return { ...config, remotes: Object.fromEntries(remotes) }
}

function ownScript(files: SiteConfig['files'], owner: string, page: string): string | undefined {
  const hash = files?.[owner]?.[`${page}.js`]
  return hash && `/assets/${owner}/${page}.${hash}.js`
}
