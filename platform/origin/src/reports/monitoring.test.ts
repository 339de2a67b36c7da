import { readFileSync } from 'node:fs'
import { createPageMetrics } from './collect'

it.each(['alerts.yaml', 'dashboard.json'])(
  'pages have every metric that deploy/monitoring/%s asks for',
  async (file) => {
    const known = await createPageMetrics().describe()
    const text = readFileSync(`${__dirname}/../../../../deploy/monitoring/${file}`, 'utf8')
    const asked = new Set(text.match(/\bbrowser_\w+/g)?.map((name) => name.replace(/_bucket$/, '')))
    expect(asked.size).toBeGreaterThan(1)
    for (const name of asked) expect(known).toContain(`# TYPE ${name} `)
  },
)
