import type { Page, Request } from '@playwright/test'

export type Message = Record<string, unknown>

export function collectReports(page: Page): Message[] {
  const messages: Message[] = []
  page.on('request', (request) => {
    if (isReport(request)) messages.push(request.postDataJSON())
  })
  return messages
}

function isReport(request: Request): boolean {
  return new URL(request.url()).pathname === '/beacon'
}

/** Other tests may keep this machine busy. */
export function isBadNews(request: Request): boolean {
  return isReport(request) && !['interactive', 'cart', 'busy'].includes(request.postDataJSON().kind)
}
