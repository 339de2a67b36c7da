import { base64Digest } from '@platform/base/durable/digest'
import {
  attributeOf,
  candidatesOf,
  childrenOf,
  type Document,
  type Element,
  isElement,
  ownText,
} from './parse-document'

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Allowed elements (HTML Living Standard, 4), without `base`, `embed` and `object`. */
const HTML_ELEMENTS = words(`
  html head title meta link style script body
  address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section search
  blockquote dd div dl dt figcaption figure hr li menu ol p pre ul
  a abbr b bdi bdo br cite code data dfn em i kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr
  del ins area audio img map picture source track video canvas iframe noscript template slot
  caption col colgroup table tbody td tfoot th thead tr
  button datalist fieldset form input label legend meter optgroup option output progress select textarea
  details dialog summary`)

/** SVG 2 elements, in lower case, that cannot run code, animate an address or show other markup. */
const DRAWING_ELEMENTS = words(`
  svg g defs symbol use title desc path circle ellipse line polygon polyline rect text tspan
  clippath mask pattern marker lineargradient radialgradient stop
  filter feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap
  fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur femerge femergenode femorphology
  feoffset fepointlight fespecularlighting fespotlight fetile feturbulence`)

/** Attributes whose address a browser follows, fetches or runs. */
const ADDRESS_ATTRIBUTES = words('href src action formaction poster data background')

/** Link relations that neither fetch nor run anything. */
const NAMING_RELATIONS = words(`
  alternate author bookmark canonical help license me next nofollow noopener noreferrer prev privacy-policy
  search tag terms-of-service`)

export type Use = 'script' | 'style' | 'image' | 'font' | 'media' | 'frame' | 'form' | 'link' | 'host'
export type Reference = { use: Use; address: string; integrity: string | undefined; isRun: boolean; element: string }
export type Inline = { digest: string; element: string }

export type ActiveContent = {
  scripts: Inline[]
  styles: Inline[]
  references: Reference[]
  /** Content that no declaration can allow. */
  forbidden: { why: string; element: string }[]
}

const SNIPPET = 100
const SCRIPT_TYPES = ['', 'module', 'text/javascript']
const DATA_TYPES = ['application/json', 'application/ld+json']

/**
 * Reads active content from the parsed tree. Browsers disagree on `noscript` and `select`, so those are checked in the
 * source.
 */
export function readActiveContent(html: string, document: Document): ActiveContent {
  const found: ActiveContent = { scripts: [], styles: [], references: [], forbidden: [] }
  const byId = new Map<string, Element[]>()
  const visit = (element: Element) => {
    const reader = readerOf(found, html, element)
    reader.forbid()
    if (element.namespaceURI.endsWith('/xhtml')) reader.note()
    const id = attributeOf(element, 'id')
    if (id) byId.set(id, [...(byId.get(id) ?? []), element])
    for (const child of childrenOf(element)) if (isElement(child)) visit(child)
  }
  for (const node of document.childNodes) if (isElement(node)) visit(node)
  // Scripts find their data by id, so a second element with that id could replace it.
  for (const [id, [first, ...others]] of byId) {
    if (!first || others.length === 0 || ![first, ...others].some(({ tagName }) => tagName === 'script')) continue
    const why = `the id "${id}" of the document’s own data a second time`
    found.forbidden.push({ why, element: tagAt(html, first) })
  }
  return found
}

function readerOf(found: ActiveContent, html: string, element: Element) {
  const { tagName, attrs } = element
  const where = tagAt(html, element)
  const get = (name: string) => attributeOf(element, name)
  const refer = (use: Use, address: string | undefined, isRun = false) => {
    if (address !== undefined) {
      found.references.push({ use, address, integrity: get('integrity'), isRun, element: where })
    }
  }
  const inline = () => ({ digest: base64Digest('sha256', ownText(element)), element: where })
  const forbidIf = (isForbidden: boolean, why: string) => {
    if (isForbidden) found.forbidden.push({ why, element: where })
  }

  function forbid(): void {
    forbidIf(!isKnown(element), 'an element that no page may have')
    for (const { name } of attrs)
      forbidIf(/^on/i.test(name), `the event attribute ${name}: handle events in the script`)
    for (const name of ['style', 'srcdoc', 'ping', 'attributionsrc', 'shadowrootmode']) {
      forbidIf(get(name) !== undefined, `the attribute ${name}`)
    }
    forbidIf(tagName === 'noscript' && !isSureNoscript(html, element), 'a noscript that ends elsewhere with scripts on')
    forbidIf(tagName === 'select' && !isSureSelect(html, element), 'a select with more than options')
  }

  function note(): void {
    if (tagName === 'script') recordScript()
    else if (tagName === 'style') found.styles.push(inline())
    else if (tagName === 'meta') recordMeta()
    else if (tagName === 'link') recordLink()
    else recordAddresses()
  }

  function recordScript(): void {
    const type = (get('type') ?? '').trim().toLowerCase()
    const [isData, src] = [DATA_TYPES.includes(type), get('src')]
    forbidIf(isData && src !== undefined, 'a block of data with an address')
    forbidIf(!isData && !SCRIPT_TYPES.includes(type), `a script of the type "${type}"`)
    if (isData) return
    if (src === undefined) found.scripts.push(inline())
    else refer('script', src, true)
  }

  function recordMeta(): void {
    forbidIf(get('http-equiv') !== undefined, 'the attribute http-equiv: headers are the site’s')
    forbidIf(/^referrer$/i.test(get('name')?.trim() ?? ''), 'a referrer policy of its own')
    forbidIf(!/^(?:utf-8)?$/i.test(get('charset') ?? ''), 'another encoding than UTF-8')
  }

  function recordLink(): void {
    const relations = (get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    const uses = relations.map((relation) => useOfLink(relation, (get('as') ?? '').toLowerCase()))
    forbidIf(uses.includes(undefined), `a link of the kind "${get('rel')}"`)
    for (const use of new Set(uses)) if (use) refer(use, get('href'), relations.includes('stylesheet'))
    for (const address of candidatesOf(get('imagesrcset'))) refer('image', address)
  }

  function recordAddresses(): void {
    if (tagName === 'iframe') refer('frame', get('src'))
    if (tagName === 'a' || tagName === 'area') refer('link', get('href'))
    if (tagName === 'form') refer('form', get('action'))
    if (tagName === 'button' || tagName === 'input') refer('form', get('formaction'))
    if (tagName === 'img' || tagName === 'input') refer('image', get('src'))
    if (['audio', 'video', 'source', 'track'].includes(tagName)) refer('media', get('src'))
    refer('image', get('poster'))
    refer('image', get('background'))
    for (const address of candidatesOf(get('srcset'))) refer('image', address)
  }

  return { forbid, note }
}

function useOfLink(relation: string, as: string): Use | undefined {
  if (relation === 'stylesheet') return 'style'
  if (relation === 'modulepreload') return 'script'
  if (relation === 'preconnect' || relation === 'dns-prefetch') return 'host'
  if (['icon', 'shortcut', 'apple-touch-icon', 'mask-icon', 'manifest'].includes(relation)) return 'image'
  if (relation === 'preload') return Object.hasOwn(preloaded, as) ? preloaded[as] : undefined
  return NAMING_RELATIONS.has(relation) ? 'link' : undefined
}

const preloaded: Partial<Record<string, Use>> = {
  audio: 'media',
  font: 'font',
  image: 'image',
  script: 'script',
  style: 'style',
  video: 'media',
}

function isKnown({ tagName, namespaceURI, attrs }: Element): boolean {
  if (namespaceURI.endsWith('/xhtml')) return HTML_ELEMENTS.has(tagName) || tagName.includes('-')
  if (!namespaceURI.endsWith('/svg') || !DRAWING_ELEMENTS.has(tagName.toLowerCase())) return false
  // Addresses must be fragments: SVG would load or run anything else.
  return attrs.every(({ name, value }) => !ADDRESS_ATTRIBUTES.has(name) || value.startsWith('#'))
}

/** With scripts on, a browser ends `noscript` at the first end tag in the source, even inside an attribute. */
function isSureNoscript(html: string, { sourceCodeLocation: place }: Element): boolean {
  if (!place?.startTag || !place.endTag) return false
  return !/<\/noscript/i.test(html.slice(place.startTag.endOffset, place.endTag.startOffset))
}

/** Browsers since 2025 keep any element in a `select`; this parser's standard drops it. */
function isSureSelect(html: string, { sourceCodeLocation: place }: Element): boolean {
  if (!place?.startTag || !place.endTag) return false
  const content = html.slice(place.startTag.endOffset, place.endTag.startOffset)
  return !/<(?!\/?(?:option|optgroup|hr)[\s/>])(?!!--)/i.test(content)
}

function tagAt(html: string, { tagName, sourceCodeLocation: place }: Element): string {
  const tag = place?.startTag ?? place
  if (!tag) return `<${tagName}>`
  const source = html.slice(tag.startOffset, tag.endOffset)
  return `${source.length > SNIPPET ? `${source.slice(0, SNIPPET)}…` : source} at ${tag.startLine}:${tag.startCol}`
}
