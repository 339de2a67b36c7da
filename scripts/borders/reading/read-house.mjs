import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buildHouse } from './build-house.mjs'

const SOURCES = ['ts', 'tsx', 'mts', 'mjs', 'cjs', 'js', 'css'].map((extension) => `*.${extension}`)

/** The house as it is on disk: borders.json, each package.json and every source file that git knows or would add. */
export function readHouse(root) {
  const settings = readJson(path.join(root, 'borders.json'))
  const folders = settings.packages.map(({ folder, manifest }) => manifest ?? folder)
  const manifests = Object.fromEntries(
    [...folders, '.']
      .map((folder) => [folder, path.join(root, folder, 'package.json')])
      .filter(([, file]) => existsSync(file))
      .map(([folder, file]) => [folder, readJson(file)]),
  )
  const texts = listFiles(root, SOURCES).map((file) => [file, readFileSync(path.join(root, file), 'utf8')])
  return buildHouse({ settings, manifests, texts: Object.fromEntries(texts) })
}

/** The files of the working tree that git knows or would add. */
export function listFiles(root, patterns = []) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], options)
    .trim()
    .split('\n')
    .filter((file) => existsSync(path.join(root, file)))
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
