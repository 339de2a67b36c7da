import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type PageFacts, type PageViolation, rules } from '../rules/checked-page'
import { type NamedFile, packJson, unpackJson } from './blob-files'
import { type ComposedDocument, digestSchema } from './stored-headers'

const place = Type.Integer({ minimum: 0 })
const places = Type.Array(place)
const rule = Type.Unsafe<PageViolation['rule']>(Type.Union(rules.map((it) => Type.Literal(it))))
const factsSchema = Type.Object({
  /** Links and ids of the package, each once, because most repeat on every page. */
  links: Type.Array(Type.Object({ address: Type.String(), by: Type.String() })),
  words: Type.Array(Type.String()),
  documents: Type.Array(
    Type.Object({
      address: Type.String(),
      sha256: digestSchema,
      bytes: place,
      br: digestSchema,
      gzip: Type.Optional(digestSchema),
      title: Type.String(),
      links: places,
      ids: places,
      scripts: places,
      styles: places,
      violations: Type.Array(Type.Object({ rule, what: Type.String() })),
    }),
  ),
})
const checker = Compile(factsSchema)
type Stored = Static<typeof factsSchema>

export type KnownDocument = Omit<ComposedDocument, 'headers'> & {
  /** Path with query: `/courses?category=food`. */
  address: string
  facts: PageFacts
}

/** Packs a file of its own per package: the site rules need it, and origins never read it. */
export function packKnown(documents: readonly KnownDocument[]): NamedFile {
  const [links, words] = [
    numberOnce<PageFacts['links'][number]>(({ address, by }) => `${by} ${address}`),
    numberOnce<string>(),
  ]
  const described = documents.map(({ facts, ...document }) => ({
    ...document,
    title: facts.title,
    links: facts.links.map(links.numberOf),
    ids: facts.ids.map(words.numberOf),
    scripts: facts.scripts.map(words.numberOf),
    styles: facts.styles.map(words.numberOf),
    violations: [...facts.violations],
  }))
  const stored: Stored = { links: links.all, words: words.all, documents: described }
  return packJson(stored)
}

export function unpackKnown(content: Buffer): KnownDocument[] {
  const stored = unpackJson(content)
  if (!checker.Check(stored)) throw new Error('It is no list of what is known of documents')
  return stored.documents.map((document) => {
    const { address, sha256, bytes, br, gzip } = document
    return { address, sha256, bytes, br, ...(gzip && { gzip }), facts: factsOf(document, stored) }
  })
}

/** Resolves links and ids lazily: usually only the title is read. */
function factsOf(document: Stored['documents'][number], { links, words }: Stored): PageFacts {
  const wordsAt = (numbers: readonly number[]) => numbers.map((number) => find(words, number))
  return {
    title: document.title,
    violations: document.violations,
    linksOfPackage: links,
    get links() {
      return document.links.map((number) => find(links, number))
    },
    get ids() {
      return wordsAt(document.ids)
    },
    get scripts() {
      return wordsAt(document.scripts)
    },
    get styles() {
      return wordsAt(document.styles)
    },
  }
}

function numberOnce<Item>(keyOf: (item: Item) => string = String) {
  const numbers = new Map<string, number>()
  const all: Item[] = []
  const numberOf = (item: Item): number => {
    const key = keyOf(item)
    const number = numbers.get(key) ?? all.push(item) - 1
    numbers.set(key, number)
    return number
  }
  return { all, numberOf }
}

function find<Item>(items: readonly Item[], number: number): Item {
  const item = items[number]
  if (item === undefined) throw new Error('What is known of a document is not in its file')
  return item
}
