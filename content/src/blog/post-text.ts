import type { BlogPost } from './posts'

/** The text of a post, a script part of its own (R78). */
export function postFragment({ id }: BlogPost) {
  return { id: `post-${id}-text`, load: () => loadPostText(id) }
}

export async function loadPostText(id: string): Promise<string> {
  const module: { default: string } = await import(`./posts/${id}.html`)
  return module.default
}
