import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** `read`: roles from the outside in, and the text, in reading order. */
export type ReadPdf = {
  title: string
  language: string
  isMarked: boolean
  pages: number
  read: [string, string][]
  artifacts: string[]
}

export function readPdf(file: Buffer): ReadPdf {
  const program = path.join(__dirname, 'print-pdf.mjs')
  return JSON.parse(execFileSync(process.execPath, [program], { input: file, encoding: 'utf8' }))
}
