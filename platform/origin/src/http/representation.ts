import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncodings, type Encoding, matchesEntityTag, wantedRange } from './request-headers'

/** `read` throws Refusal for damaged bytes. */
export type Body = Buffer | { length: number; read: () => Buffer }

/** Headers are flat lists, made once: responses write them thousands of times a second. */
type Form = { body: Body; etag: string; notModified: string[]; readonly headers: string[] }

type Forms = Partial<Record<Encoding, Form>> & { identity: Form }

export type Representation = { status: number; readonly forms: Forms }

type RepresentationSource = {
  status?: number
  type: string
  /** Strong, unquoted, one for each encoding. */
  etag: string
  cacheControl: string
  headers: Readonly<Record<string, string>>
  bodies: Partial<Record<Encoding, Body>> & { identity: Body }
}

export function makeRepresentation(source: RepresentationSource): Representation {
  const { status = 200 } = source
  return whenAsked(status, () => makeForms(source, status))
}

function whenAsked(status: number, make: () => Forms): Representation {
  let forms: Forms | undefined
  return {
    status,
    get forms() {
      forms ??= make()
      return forms
    },
  }
}

function makeForms(source: RepresentationSource, status: number): Forms {
  const { bodies } = source
  const encodings = (['br', 'gzip'] as const).filter((encoding) => bodies[encoding] !== undefined)
  const vary = source.headers.vary ?? (encodings.length > 0 && 'accept-encoding')
  const form = (encoding: Encoding, body: Body): Form => {
    const etag = encoding === 'identity' ? `"${source.etag}"` : `"${source.etag}-${encoding}"`
    const common = {
      ...source.headers,
      'cache-control': source.cacheControl,
      ...(vary && { vary }),
      // A conditional request needs an existing resource.
      ...(status === 200 && { etag }),
    }
    return formOf({ body, etag, notModified: flat(common) }, () => {
      const about = { 'content-type': source.type, 'content-length': String(body.length) }
      return flat({ ...common, ...about, ...(encoding !== 'identity' && { 'content-encoding': encoding }) })
    })
  }
  const forms: Forms = { identity: form('identity', bodies.identity) }
  for (const encoding of encodings) forms[encoding] = form(encoding, bodies[encoding] ?? bodies.identity)
  return forms
}

/** Lazy: the length may need compression, and few forms are requested. */
function formOf(form: Omit<Form, 'headers'>, listHeaders: () => string[]): Form {
  let headers: string[] | undefined
  return {
    ...form,
    get headers() {
      headers ??= listHeaders()
      return headers
    },
  }
}

export function withHeaders(before: Representation, headers: Readonly<Record<string, string>>): Representation {
  const change = (form: Form): Form => {
    const { body, etag, notModified } = form
    return formOf({ body, etag, notModified: replaced(notModified, headers) }, () => replaced(form.headers, headers))
  }
  return whenAsked(before.status, () => {
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
  const form = bestForm(forms, request)
  if (status === 200 && matchesEntityTag(request.headers['if-none-match'], form.etag)) {
    response.writeHead(304, form.notModified)
    response.end()
    return
  }
  const body = request.method === 'HEAD' ? undefined : bytesOf(form.body)
  // HTTP/1.1 connections persist anyway (RFC 9112, 9.3); saves 47 bytes of the first flight.
  if (request.httpVersion === '1.1') response.removeHeader('connection')
  response.writeHead(status, form.headers)
  response.end(body)
}

export function sendPart({ forms }: Representation, request: IncomingMessage, response: ServerResponse): boolean {
  const { body, etag, headers } = forms.identity
  if (request.headers.range === undefined || matchesEntityTag(request.headers['if-none-match'], etag)) return false
  const range = wantedRange(request, etag, body.length)
  if (!range) return false
  const isRange = range !== 'unsatisfiable'
  const part = isRange ? bytesOf(body).subarray(range.start, range.end + 1) : Buffer.alloc(0)
  const place = isRange ? `${range.start}-${range.end}` : '*'
  response.writeHead(isRange ? 206 : 416, [
    ...withoutLength(headers),
    ...['content-length', String(part.length), 'content-range', `bytes ${place}/${body.length}`],
  ])
  response.end(part)
  return true
}

export function bytesOf(body: Body): Buffer {
  return 'read' in body ? body.read() : body
}

function withoutLength(headers: readonly string[]): string[] {
  const place = headers.indexOf('content-length')
  return headers.toSpliced(place, 2)
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
  const form = {
    body,
    etag: own.etag,
    headers: replaced(headers, { ...own, 'content-length': String(body.length) }),
    notModified: replaced(notModified, common),
  }
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
