import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'

export const cards = {
  succeeds: '4242424242424242',
  isDeclined: '4000000000000002',
  asks: '4000002500003155',
  isProcessed: '4000000000007007',
  isRefusedLate: '4000000000008005',
} as const

export function newBuyer() {
  return { firstName: 'Ada', lastName: 'Marsh', email: `ada.${randomUUID().slice(0, 8)}@example.com` }
}
export type Buyer = ReturnType<typeof newBuyer>

export async function fillIn(page: Page, { firstName, lastName, email }: Buyer): Promise<void> {
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill(lastName)
  await page.getByLabel('Email').fill(email)
}

export const payButton = (page: Page): Locator => page.getByRole('button', { name: 'Pay £119.00' })
export const walletButton = (page: Page): Locator => page.getByRole('button', { name: 'Pay with PayPal' })
export const alertOf = (page: Page): Locator => page.getByRole('main').getByRole('alert')

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number', { exact: true }).fill(number)
  await page.getByLabel('Expiry date', { exact: true }).fill('12 / 34')
  await page.getByLabel('Security code', { exact: true }).fill('123')
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number)
  await payButton(page).click()
}

export async function payByWallet(page: Page, choice: string): Promise<void> {
  await page.getByRole('radio', { name: /PayPal/ }).check()
  await walletButton(page).click()
  await chooseInWallet(page, choice)
}

export async function chooseInWallet(page: Page, choice: string): Promise<void> {
  await page.getByRole('dialog', { name: 'PayPal sandbox' }).getByRole('button', { name: choice, exact: true }).click()
}

export const bank = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm your payment' })

export async function expectSuccess(page: Page, { email }: Buyer): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order!' })).toBeVisible()
  await expect(page.getByText(`A confirmation has been sent to ${email}.`)).toBeVisible()
  const confirmation = await page.getByText(/^Your order #order_\S+ has been confirmed\.$/).textContent()
  return /#(order_\S+)/.exec(confirmation ?? '')?.[1] ?? ''
}

type Payment = { orderId: string; amount: string; charges: number; isRefunded: boolean }

async function chargedFor(request: APIRequestContext, orderId: string): Promise<Payment[]> {
  const { payments } = await (await request.get(`/sandbox/payments?order=${orderId}`)).json()
  return payments.filter(({ charges }: Payment) => charges > 0)
}

export async function expectPaidOnce(request: APIRequestContext, orderId: string, { email }: Buyer, pounds = '119.00') {
  const charged = await chargedFor(request, orderId)
  expect(charged).toMatchObject([{ charges: 1, isRefunded: false, orderId }])
  // Cards are charged in pence, wallets in pounds.
  expect([pounds.replace('.', ''), pounds]).toContain(charged[0]?.amount)
  expect(await mailsTo(request, email)).toEqual([orderId])
}

export async function chargesOf(request: APIRequestContext, orderIds: readonly string[]): Promise<number> {
  let charges = 0
  for (const orderId of new Set(orderIds)) {
    charges += (await chargedFor(request, orderId)).filter(({ isRefunded }) => !isRefunded).length
  }
  return charges
}

export function listOrderIds(page: Page): string[] {
  const ids: string[] = []
  page.on('request', (call) => {
    const { orderId } = call.url().includes('/api/payments/') ? (call.postDataJSON() ?? {}) : {}
    if (typeof orderId === 'string' && orderId.startsWith('order_')) ids.push(orderId)
  })
  return ids
}

export async function mailsTo(request: APIRequestContext, email: string, kind = 'order_confirmation') {
  const html = await (await request.get('/sandbox/mail')).text()
  const rows = html
    .split('<tr>')
    .filter((row) => row.includes(`<td>${email}</td>`) && new RegExp(`>${kind}[ :]`).test(row))
  return rows.map((row) => /order_\d+_\w+/.exec(row)?.[0] ?? '')
}
