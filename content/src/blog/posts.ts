import type { PlacedBlock } from '@site/shared/block'

export type BlogPost = {
  id: string
  title: string
  /** Also the description for search engines: at most 160 characters. */
  excerpt: string
  /** Standfirst; the full HTML is loaded separately. */
  content: string
  author: string
  /** ISO date, `yyyy-mm-dd`. */
  date: string
  category: string[]
  /** Ids of the courses that the text is about. */
  courses: readonly number[]
  image: string
  /** Counted at about 200 words a minute. */
  readTime: string
}

export const posts: readonly BlogPost[] = [
  {
    id: '1',
    title: 'Health & Safety Awareness, SSSTS or SMSTS: which course does the role need?',
    excerpt:
      'Three CITB courses for three levels of responsibility. How to tell which one an operative, a supervisor or a site manager needs, and when to renew it.',
    content: 'Choose by what a person answers for on site, not by job title, and keep an eye on the expiry date.',
    author: 'Training Team',
    date: '2025-11-18',
    category: ['Construction', 'Health & Safety', 'Training Advice'],
    courses: [1, 2, 3],
    image: '/images/blog/1.svg',
    readTime: '5 min read',
  },
  {
    id: '2',
    title: 'How many first-aiders does your workplace need?',
    excerpt:
      'The law sets no ratio. HSE suggests numbers to start from, and your own needs assessment does the rest. Two examples show how shifts change the answer.',
    content:
      "A short needs assessment, HSE's suggested numbers and an allowance for absence will tell you how many people to train, and to what level.",
    author: 'Health & Safety Team',
    date: '2025-10-28',
    category: ['First Aid', 'Health & Safety', 'Training Advice'],
    courses: [8, 7, 27],
    image: '/images/blog/2.svg',
    readTime: '5 min read',
  },
  {
    id: '3',
    title: 'Food hygiene Levels 1, 2 and 3: who needs what',
    excerpt:
      'What food law says about training, which level suits which job, and what everyone who takes an order should know about the fourteen allergens.',
    content:
      "The law asks for training that fits the work, so match each role to a level and make allergens everybody's business.",
    author: 'Food Safety Team',
    date: '2025-10-07',
    category: ['Food Safety', 'Training Advice'],
    courses: [22, 23, 24],
    image: '/images/blog/3.svg',
    readTime: '5 min read',
  },
  {
    id: '4',
    title: 'Working at height: plan the job before anyone leaves the ground',
    excerpt:
      'Avoid, prevent, minimise: the order the regulations set, the equipment that fits each job, three risks that plans forget and a checklist to use on the day.',
    content:
      'A practical guide to the Work at Height Regulations 2005, from the first question on the plan to the rescue you hope never to need.',
    author: 'Health & Safety Team',
    date: '2025-09-16',
    category: ['Construction', 'Health & Safety'],
    courses: [15, 16, 12],
    image: '/images/blog/4.svg',
    readTime: '5 min read',
  },
  {
    id: '5',
    title: "Mental health first aid at work: what it is and what it isn't",
    excerpt:
      'A trained colleague can be the first person to listen. What the role covers, where the law stands, what the evidence shows and how to set it up to last.',
    content:
      'Mental health first aiders help most when the role is clear, supported and part of a plan to reduce stress at work.',
    author: 'Training Team',
    date: '2025-08-26',
    category: ['Mental Health', 'First Aid', 'Health & Safety'],
    courses: [25, 26],
    image: '/images/blog/5.svg',
    readTime: '5 min read',
  },
]

export const latestPosts = posts.slice(0, 3)

export const categories = [...new Set(posts.flatMap(({ category }) => category))]
  .sort()
  .map((name) => ({ name, posts: posts.filter(({ category }) => category.includes(name)) }))

/** Catalog shows them with their prices; the page's manifest names the block too. */
export function coursesBlock({ courses }: BlogPost): PlacedBlock {
  return { name: 'catalog/named-courses', props: { ids: courses.join() } }
}

export function relatedPosts(post: BlogPost): BlogPost[] {
  const sharedWith = (other: BlogPost) => other.category.filter((name) => post.category.includes(name)).length
  return posts
    .filter((other) => other.id !== post.id && sharedWith(other) > 0)
    .sort((a, b) => sharedWith(b) - sharedWith(a))
    .slice(0, 3)
}
