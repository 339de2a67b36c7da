// Part of `npm run lint`: holds comments and documents to the habits and word budgets in `words.json`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lib/packages.mjs'

const { habits, literal, comments, documents } = JSON.parse(readFileSync(path.join(root, 'scripts/words.json'), 'utf8'))
const SOURCE = /\.(ts|tsx|mjs|cjs|css|sql)$/
/** Strings come first, so that `//` inside one starts no comment. */
const PARTS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*)/g

function proseOf(file, text) {
  if (file.endsWith('.md')) return text.replace(/```[\s\S]*?```/g, '')
  return [...text.matchAll(PARTS)].flatMap(([, comment]) => comment ?? []).join('\n')
}

/**
 * @param {[file: string, text: string][]} files
 * @returns {string[]} one line for each habit, and for each area with too many words
 */
export function checkWords(files) {
  const problems = []
  const words = { comments: {}, documents: {} }
  for (const [file, text] of files) {
    const prose = proseOf(file, text)
    for (const { pattern, instead } of literal.includes(file) ? [] : habits)
      for (const [found] of prose.matchAll(new RegExp(pattern, 'gm')))
        problems.push(`${file}: "${found.trim()}": ${instead}`)
    if (literal.includes(file)) continue
    const counted = words[file.endsWith('.md') ? 'documents' : 'comments']
    const [area] = file.split('/')
    counted[area] = (counted[area] ?? 0) + (prose.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []).length
  }
  for (const [kind, budgets] of Object.entries({ comments, documents }))
    for (const [area, count] of Object.entries(words[kind])) {
      const most = budgets[area] ?? budgets['any other']
      if (count > most) problems.push(`${area}: ${count} words of ${kind}, at most ${most}`)
    }
  return problems
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = execFileSync('git', ['-C', root, 'ls-files', '-z'], { timeout: 60_000 }).toString().split('\0')
  const files = names.filter((name) => (SOURCE.test(name) || name.endsWith('.md')) && existsSync(path.join(root, name)))
  const problems = checkWords(files.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
