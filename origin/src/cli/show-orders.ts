import { type OrderToCheck, readOrdersToCheck, type Source } from '@site/api/operator'
import { formatPounds } from '@site/shared/money'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
