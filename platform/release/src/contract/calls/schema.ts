/** JSON schema as it stands in a `release.json`. */
export type Schema = { [keyword: string]: unknown }
