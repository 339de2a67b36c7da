import { sha256 } from '@platform/base/durable/digest'
import type { Fixture } from './fixture-release'

/** The fixture as a build of today leaves it: browser files bear the hash of their content (format 2). */
export function contentAddressed(fixture: Fixture): Fixture {
  let json = JSON.stringify(fixture)
  for (const [file, text] of Object.entries(fixture.content ?? {})) {
    const [, name, extension] = /^client\/(.+)\.\w+(\.\w+)$/.exec(file) ?? []
    if (!name) continue
    json = json.replaceAll(file.slice('client/'.length), `${name}.${sha256(text).slice(0, 12)}${extension}`)
  }
  return { ...JSON.parse(json), format: 2 }
}
