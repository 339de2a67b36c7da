import { company } from '@site/shared/company'

const MESSAGE = 'Hello, I would like help with safety training courses.'

export const chatHref = `https://wa.me/${company.chatNumber}?text=${encodeURIComponent(MESSAGE)}`
