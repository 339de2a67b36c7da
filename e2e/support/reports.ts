import type { Page, Request } from '@playwright/test'

export type Message = Record<string, unknown>

export function collectReports(page: Page, isMeant = isReport): Message[] {
  const messages: Message[] = []
  page.on('request', (request) => {
    if (isMeant(request)) messages.push(request.postDataJSON())
  })
  return messages
}

/** Grows as the page asks. */
export function collectRequests(page: Page, isMeant: (request: Request) => boolean): readonly Request[] {
  const requests: Request[] = []
  page.on('request', (request) => isMeant(request) && requests.push(request))
  return requests
}

/** One visit in ten measures its vitals: those that draw less than 0.1. */
export const drawVisit = (page: Pick<Page, 'addInitScript'>, drawn: number): Promise<unknown> =>
  page.addInitScript((it) => {
    Math.random = () => it
  }, drawn)

const isReport = (request: Request): boolean => new URL(request.url()).pathname === '/beacon'

/** Other tests may keep this machine busy. */
export function isBadNews(request: Request): boolean {
  return isReport(request) && !['interactive', 'cart', 'busy'].includes(request.postDataJSON().kind)
}
