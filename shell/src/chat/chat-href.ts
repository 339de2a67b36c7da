import { company } from '@site/shared/company'

const MESSAGE = 'Hello, I would like help with safety training courses.'

/** Opens a chat with the company, the question already typed (R39). */
export const chatHref = `https://wa.me/${company.chatNumber}?text=${encodeURIComponent(MESSAGE)}`
