/** In a file of its own: the browser's start needs it, and nothing else of the document. */
export const ROOT_ID = 'root'
