import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncodings, type Encoding } from './accept-encoding'
import { wantedRange } from './byte-range'
import { matchesEntityTag } from './entity-tag'

/** Bytes in memory, or how they are made when somebody asks for them. */
export type Body = Buffer | { length: number; read: () => Buffer }

/** One form of a resource; headers are flat lists made once, because they are written thousands of times a second. */
type Form = { body: Body; etag: string; headers: string[]; notModified: string[] }

/** Something that is sent from memory, in each of its encodings. */
export type Representation = { status: number; forms: Partial<Record<Encoding, Form>> & { identity: Form } }

export type RepresentationSource = {
  status?: number
  type: string
  /** Strong, without quotes; each encoding gets its own. */
  etag: string
  cacheControl: string
  headers: Readonly<Record<string, string>>
  bodies: Partial<Record<Encoding, Body>> & { identity: Body }
}

export function makeRepresentation(source: RepresentationSource): Representation {
  const { status = 200, bodies } = source
  const encodings = (['br', 'gzip'] as const).filter((encoding) => bodies[encoding] !== undefined)
  const varies = encodings.length > 0
  const form = (encoding: Encoding, body: Body): Form => {
    const etag = encoding === 'identity' ? `"${source.etag}"` : `"${source.etag}-${encoding}"`
    const common = {
      ...source.headers,
      'cache-control': source.cacheControl,
      ...(varies && { vary: 'accept-encoding' }),
      // A conditional request only means something for a resource that is there.
      ...(status === 200 && { etag }),
    }
    const full = {
      ...common,
      'content-type': source.type,
      'content-length': String(body.length),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    return { body, etag, headers: flat(full), notModified: flat(common) }
  }
  const forms: Representation['forms'] = { identity: form('identity', bodies.identity) }
  for (const encoding of encodings) forms[encoding] = form(encoding, bodies[encoding] ?? bodies.identity)
  return { status, forms }
}

/** The same content with some headers replaced or added; names are lower case. */
export function withHeaders(
  { status, forms }: Representation,
  headers: Readonly<Record<string, string>>,
): Representation {
  const replace = (list: readonly string[]) => {
    const pairs = list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : []))
    return flat({ ...Object.fromEntries(pairs), ...headers })
  }
  const change = (form: Form): Form => ({
    ...form,
    headers: replace(form.headers),
    notModified: replace(form.notModified),
  })
  const { br, gzip, identity } = forms
  return {
    status,
    forms: { identity: change(identity), ...(br && { br: change(br) }), ...(gzip && { gzip: change(gzip) }) },
  }
}

/** Answers GET and HEAD in the best form the client takes, or with 304 when it has it already. */
export function sendRepresentation(
  { status, forms }: Representation,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const form = bestForm(forms, request.headers['accept-encoding'])
  if (status === 200 && matchesEntityTag(request.headers['if-none-match'], form.etag)) {
    response.writeHead(304, form.notModified)
    response.end()
    return
  }
  // HTTP/1.1 keeps connections without saying so (RFC 9112, 9.3): 47 bytes less in the first flight.
  if (request.httpVersion === '1.1') response.removeHeader('connection')
  response.writeHead(status, form.headers)
  response.end(request.method === 'HEAD' ? undefined : bytesOf(form.body))
}

/**
 * Answers with the part a player or a resumed download asks for, always of the uncompressed form, whose
 * bytes it counts; `false` when the whole is the answer.
 */
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

function bytesOf(body: Body): Buffer {
  return 'read' in body ? body.read() : body
}

function withoutLength(headers: readonly string[]): string[] {
  const place = headers.indexOf('content-length')
  return headers.toSpliced(place, 2)
}

function bestForm(forms: Representation['forms'], header: string | undefined): Form {
  for (const encoding of acceptedEncodings(header)) {
    const form = forms[encoding]
    if (form) return form
  }
  return forms.identity
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat()
}
