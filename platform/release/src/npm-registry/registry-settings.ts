import { urlOf } from '@platform/base/address/url-of'
/** An npm registry where the teams publish their releases. */
export type RegistrySettings = {
  url: string
  token: string | undefined
  /** Release of the package `catalog` = npm package `<scope>/catalog`. */
  scope: string
}

export const DEFAULT_SCOPE = '@site-release'

/** Reads the registry's part of the environment; `problems` says everything that is wrong with it. */
export function readRegistrySettings(environment: NodeJS.ProcessEnv): {
  registry: RegistrySettings | undefined
  problems: string[]
} {
  const { RELEASE_REGISTRY: address, RELEASE_REGISTRY_TOKEN: token, RELEASE_SCOPE: scope = DEFAULT_SCOPE } = environment
  if (!address) return { registry: undefined, problems: [] }
  const isAddress = /^https?:$/.test(urlOf(address)?.protocol ?? '')
  const problems = [
    ...(isAddress ? [] : [`RELEASE_REGISTRY is "${address}", but must be an address such as https://npm.example`]),
    ...(/^@[a-z0-9][a-z0-9._-]*$/.test(scope) ? [] : [`RELEASE_SCOPE is "${scope}", but must look like @site-release`]),
  ]
  return { registry: { url: address.replace(/\/*$/, '/'), token: token || undefined, scope }, problems }
}
