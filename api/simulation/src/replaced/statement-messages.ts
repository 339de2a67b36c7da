/** Messages of PostgreSQL's protocol that each statement needs (postgresql.org/docs/current/protocol-message-formats.html). */

const BIND = 'B'.charCodeAt(0)
const DATA_ROW = 'D'.charCodeAt(0)
const COMMAND_COMPLETE = 'C'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)
/** A letter, and the length of what follows with itself. */
const HEADER = 5

type Answer = { rows: (string | null)[][]; tag: string; hasFailed: boolean }

/** The values of a statement that is prepared, as texts, for the portal without a name. */
export function encodeBind(statement: string, values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const size = HEADER + 1 + statement.length + 1 + 2 + 2 + lengths.reduce((sum, length) => sum + 4 + length, 0) + 2
  const message = Buffer.alloc(size)
  message.writeUInt8(BIND, 0)
  message.writeInt32BE(size - 1, 1)
  message.write(statement, HEADER + 1, 'latin1')
  // No formats: all are texts.
  let at = HEADER + 1 + statement.length + 1 + 2
  at = message.writeUInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = message.writeInt32BE(value === null ? -1 : (lengths[index] ?? 0), at)
    if (value !== null) at += message.write(value, at)
  }
  return message
}

/** What came of one statement; why it has failed is read by the library. */
export function readAnswer(bytes: Uint8Array): Answer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const answer: Answer = { rows: [], tag: '', hasFailed: false }
  for (let at = 0; at < buffer.length; ) {
    const end = at + 1 + buffer.readInt32BE(at + 1)
    const kind = buffer[at]
    if (kind === DATA_ROW) answer.rows.push(readRow(buffer, at + HEADER))
    else if (kind === COMMAND_COMPLETE) answer.tag = buffer.toString('latin1', at + HEADER, end - 1)
    else if (kind === ERROR) answer.hasFailed = true
    at = end
  }
  return answer
}

function readRow(buffer: Buffer, begin: number): (string | null)[] {
  const row: (string | null)[] = []
  const count = buffer.readInt16BE(begin)
  let at = begin + 2
  for (let index = 0; index < count; index += 1) {
    const length = buffer.readInt32BE(at)
    at += 4
    row.push(length < 0 ? null : buffer.toString('utf8', at, at + length))
    at += Math.max(0, length)
  }
  return row
}
