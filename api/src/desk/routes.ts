import type { CompanyFacts } from '@site/shared/company-facts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import type { SignedTokens } from '../accounts/signed-tokens'
import type { Ask } from '../admin/operations'
import type { ApiConfig } from '../config/read'
import type { PaymentServices } from '../payments/shared/payment-services'
import type { KeySealer } from '../staff/seal-keys'
import type { Fields } from './reply'
import type { Visitor } from './views/page'

export type DeskParts = {
  services: PaymentServices
  tokens: SignedTokens
  sealer: KeySealer
  roles: ApiConfig['staff']
  isSecure: boolean
  shownFacts?: (() => CompanyFacts | undefined) | undefined
}

export type DeskRequest = FastifyRequest<{ Params: { id: string; action: string }; Querystring: Fields; Body: Fields }>
export type Handler<R> = (visitor: Visitor, request: DeskRequest, reply: FastifyReply) => Promise<R>
export type Routes = {
  ask: Ask
  page: (address: string, show: Handler<ReactElement>) => void
  file: (address: string, write: Handler<unknown>) => void
  form: (address: string, show: Handler<ReactElement>) => void
  change: (address: string, show: Handler<ReactElement>) => void
}
