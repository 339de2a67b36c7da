#!/usr/bin/env node
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const commands = {
  create: 'writes a repository of its own for a new remote',
  dev: 'shows this package in a running site, with every edit',
  build: 'builds this package as a release',
  test: 'runs its tests',
  check: 'checks types and tests, and builds it',
  release: 'tests, versions, builds, signs, tags, pushes and publishes it',
  preview: 'publishes a build for a preview',
}
const [name] = process.argv.splice(2, 1)
if (Object.hasOwn(commands, name ?? ''))
  await import(pathToFileURL(path.join(import.meta.dirname, 'commands', `${name}.mjs`)))
else {
  const lines = Object.entries(commands).map(([command, purpose]) => `site-remote ${command.padEnd(8)} ${purpose}`)
  const isHelp = name === '--help' || name === 'help'
  if (!isHelp) console.error(name === undefined ? 'Name a command' : `There is no command ${name}`)
  console[isHelp ? 'log' : 'error'](`${lines.join('\n')}\n\nsite-remote <command> --help explains one.`)
  process.exitCode = isHelp ? 0 : 2
}
