import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { acceptedEncodings, type Encoding, matchesEntityTag, wantedRange } from './request-headers'

/** `read` throws Refusal for damaged bytes; `open` is for files that are too long for the memory. */
export type Body =
  | Buffer
  | { length: number; read: () => Buffer }
  | { length: number; open: (start: number, end: number) => Readable }

/** Headers are flat lists, made once: responses write them thousands of times a second. */
type Form = { body: Body; etag: string; headers: string[]; notModified: string[] }

type Forms = Partial<Record<Encoding, Form>> & { identity: Form }

export type Representation = { status: number; readonly forms: Forms }

type RepresentationSource = {
  status?: number
  /** Strong, unquoted, one for each encoding. */
  etag: string
  headers: Readonly<Record<string, string>>
  bodies: Partial<Record<Encoding, Body>> & { identity: Body }
}

export function makeRepresentation(source: RepresentationSource): Representation {
  const { status = 200, bodies } = source
  const { 'content-type': type, ...headers } = source.headers
  const encodings = (['br', 'gzip'] as const).filter((encoding) => bodies[encoding] !== undefined)
  const vary = headers.vary ?? (encodings.length > 0 && 'accept-encoding')
  const form = (encoding: Encoding, body: Body): Form => {
    const etag = encoding === 'identity' ? `"${source.etag}"` : `"${source.etag}-${encoding}"`
    const common = {
      ...headers,
      ...(vary && { vary }),
      // A conditional request needs an existing resource.
      ...(status === 200 && { etag }),
    }
    const own = {
      ...(type && { 'content-type': type }),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    return { body, etag, notModified: flat(common), headers: flat({ ...common, ...own }) }
  }
  return lazily(status, () => {
    const forms: Forms = { identity: form('identity', bodies.identity) }
    for (const encoding of encodings) forms[encoding] = form(encoding, bodies[encoding] ?? bodies.identity)
    return forms
  })
}

/** Few of a site's pages are requested. */
function lazily(status: number, make: () => Forms): Representation {
  let forms: Forms | undefined
  return {
    status,
    get forms() {
      forms ??= make()
      return forms
    },
  }
}

export function withHeaders(before: Representation, added: Readonly<Record<string, string>>): Representation {
  const change = ({ headers, notModified, ...form }: Form): Form => {
    return { ...form, headers: replaced(headers, added), notModified: replaced(notModified, added) }
  }
  return lazily(before.status, () => {
    const { br, gzip, identity } = before.forms
    return { identity: change(identity), ...(br && { br: change(br) }), ...(gzip && { gzip: change(gzip) }) }
  })
}

export function commonHeaders({ forms }: Representation): Record<string, string> {
  const { etag: _, vary: __, ...common } = unflat(forms.identity.notModified)
  return common
}

export function sendRepresentation(
  { status, forms }: Representation,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { body, etag, headers, notModified } = bestForm(forms, request)
  if (status === 200 && matchesEntityTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, notModified).end()
    return
  }
  const content = request.method === 'HEAD' ? undefined : contentOf(body)
  // HTTP/1.1 connections persist anyway (RFC 9112, 9.3); saves 47 bytes of the first flight.
  if (request.httpVersion === '1.1') response.removeHeader('connection')
  const { length } = Buffer.isBuffer(content) ? content : body
  response.writeHead(status, [...headers, 'content-length', String(length)])
  sendContent(content, response)
}

/** @returns whether the request wants a part */
export function sendPart({ forms }: Representation, request: IncomingMessage, response: ServerResponse): boolean {
  const { body, etag, headers } = forms.identity
  if (request.headers.range === undefined || matchesEntityTag(request.headers['if-none-match'], etag)) return false
  const range = wantedRange(request, etag, body.length)
  if (!range) return false
  const place = range === 'unsatisfiable' ? '*' : `${range.start}-${range.end}`
  const length = range === 'unsatisfiable' ? 0 : range.end - range.start + 1
  const content = range === 'unsatisfiable' ? undefined : contentOf(body, range)
  const own = ['content-length', String(length), 'content-range', `bytes ${place}/${body.length}`]
  response.writeHead(content ? 206 : 416, [...headers, ...own])
  sendContent(content, response)
  return true
}

function contentOf(body: Body, range?: { start: number; end: number }): Buffer | Readable {
  const { start, end } = range ?? { start: 0, end: Number.POSITIVE_INFINITY }
  if ('open' in body) return body.open(start, end)
  const bytes = 'read' in body ? body.read() : body
  return range ? bytes.subarray(start, end + 1) : bytes
}

function sendContent(content: Buffer | Readable | undefined, response: ServerResponse): void {
  if (content === undefined || Buffer.isBuffer(content)) response.end(content)
  else pipeline(content, response, () => {})
}

export function bestForm(forms: Forms, { headers }: Pick<IncomingMessage, 'headers'>): Form {
  const encoding = acceptedEncodings(headers['accept-encoding']).find((it) => forms[it])
  return (encoding && forms[encoding]) ?? forms.identity
}

export function encodedForm(
  { status, forms }: Representation,
  body: Buffer,
  own: { 'content-encoding': string; 'cache-control': string; etag: string },
): Representation {
  const { headers, notModified } = forms.identity
  const { 'content-encoding': _, ...common } = own
  const form = { body, etag: own.etag, headers: replaced(headers, own), notModified: replaced(notModified, common) }
  return { status, forms: { identity: form } }
}

function replaced(list: readonly string[], headers: Readonly<Record<string, string>>): string[] {
  return flat({ ...unflat(list), ...headers })
}

function unflat(list: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : [])),
  )
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat()
}
