import type { BlogPost } from './posts'

/** A script part of its own (R78). */
export async function loadPostText({ id }: BlogPost): Promise<string> {
  const module: { default: string } = await import(`./posts/${id}.html`)
  return module.default
}
