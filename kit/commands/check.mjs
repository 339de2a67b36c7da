import { readOptions } from '../lib/read-options.mjs'
import { runMain } from '../lib/run.mjs'
import { checkTypes, runTests } from '../lib/tools.mjs'
import { buildRelease } from '../release/build-release.mjs'
import { LOCAL, versionByContent } from '../release/versions.mjs'

readOptions(`site-remote check   checks types and tests of the package in this folder and builds it

The build fails on a built-in that a supported browser lacks, and on a use of the shell that activation could not
compare. The operator's "site check" then compares the release with the live site.`)

await runMain(async () => {
  await checkTypes()
  await runTests()
  await buildRelease(process.cwd(), versionByContent(process.cwd(), LOCAL))
})
