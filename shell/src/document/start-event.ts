/**
 * Event on the window after each script of the start has run. The starter keeps early failures and foreign changes under
 * the window property of the same name: one string saves bytes in every page.
 */
export const START_EVENT = 'site:start'

export const ROOT_ID = 'root'
