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

type Headers = Readonly<Record<string, string>>

type RepresentationSource = {
  status?: number
  /** Strong, unquoted; each encoding's tag is made of it. */
  etag: string
  headers: Headers
  bodies: Partial<Record<Encoding, Body>> & { identity: Body }
  encoding?: string
}

export type Representation = { status: number; source: RepresentationSource; readonly forms: Forms }

export function makeRepresentation(source: RepresentationSource): Representation {
  let forms: Forms | undefined
  return {
    status: source.status ?? 200,
    source,
    /** Few of a site's pages are requested. */
    get forms() {
      forms ??= makeForms(source)
      return forms
    },
  }
}

function makeForms({ status = 200, etag: tag, headers: all, bodies, encoding: own }: RepresentationSource): Forms {
  const { 'content-type': type, ...headers } = all
  const encodings = (['br', 'gzip'] as const).filter((encoding) => bodies[encoding] !== undefined)
  const vary = headers.vary ?? (encodings.length > 0 && 'accept-encoding')
  const form = (body: Body, etag: string, encoding?: string): Form => {
    // A conditional request needs an existing resource.
    const common = { ...headers, ...(vary && { vary }), ...(status === 200 && { etag }) }
    const content = { ...(type && { 'content-type': type }), ...(encoding && { 'content-encoding': encoding }) }
    return { body, etag, notModified: flat(common), headers: flat({ ...common, ...content }) }
  }
  const forms: Forms = { identity: form(bodies.identity, `"${tag}"`, own) }
  for (const encoding of encodings) {
    forms[encoding] = form(bodies[encoding] ?? bodies.identity, `"${tag}-${encoding}"`, encoding)
  }
  return forms
}

function flat(headers: Headers): string[] {
  return Object.entries(headers).flat()
}

export function withHeaders({ source }: Representation, added: Headers): Representation {
  return makeRepresentation({ ...source, headers: { ...source.headers, ...added } })
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
