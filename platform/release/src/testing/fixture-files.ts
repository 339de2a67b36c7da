import { sha256 } from '@platform/base/durable/digest'
import type { Release } from '../manifest/release'

const CLIENT = 'client/'

/** What of a fixture names browser files. */
type Named = Partial<Pick<Release, 'package' | 'entry' | 'modules'>> & { content?: Record<string, string> }

/** Name that a build gives a browser file of the fixture: `courses.js` → `courses.0a1b2c3d.js`. */
export function fileOf({ content = {} }: Named, file: string): string {
  const text = content[CLIENT + file]
  const [, name, extension] = /^(.+)(\.\w+)$/.exec(file) ?? []
  if (text === undefined || !name) throw new Error(`The fixture has no browser file ${file}`)
  return `${name}.${sha256(text).slice(0, 8)}${extension}`
}

export function addressOf(fixture: Named, file: string): string {
  return `/assets/${fixture.package}/${fileOf(fixture, file)}`
}

/** The fixture with its browser files named by their content, wherever it names them. */
export function nameByContent<Fixture extends Named>(fixture: Fixture) {
  const { content = {}, entry = 'remote-entry.js', modules = {} } = fixture
  const files = Object.keys(content).filter((file) => file.startsWith(CLIENT))
  const names = new Map(files.map((file) => [file, CLIENT + fileOf(fixture, file.slice(CLIENT.length))]))
  const named = (file: string) => names.get(CLIENT + file)?.slice(CLIENT.length) ?? file
  const assets = Object.entries(modules).map(([module, { scripts, styles }]) => [
    module,
    { scripts: scripts.map(named), styles: styles.map(named) },
  ])
  return {
    ...fixture,
    entry: named(entry),
    modules: Object.fromEntries(assets),
    content: Object.fromEntries(Object.entries(content).map(([file, text]) => [names.get(file) ?? file, text])),
  }
}
