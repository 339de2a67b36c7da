import { company } from '@site/shared/company'
import { companyDetails } from '@site/shared/company-details'
import { escapeHtml } from '@site/shared/escape-html'
import { blogPostPath, paths } from '@site/shared/paths'
import type { StructuredData } from '@site/shared/release'
import { breadcrumbs, organisation, postalAddress } from '@site/shared/structured-data'
import { type BlogPost, posts } from './blog/posts'
import { everyJob, type Job, jobs } from './careers/careers'

const blog = { name: 'Blog', path: paths.blog }

export function blogData(): StructuredData {
  return [
    breadcrumbs(blog),
    { '@type': 'Blog', url: blog.path, name: blog.name, publisher: organisation, blogPost: posts.map(postNode) },
  ]
}

export function postData(post: BlogPost): StructuredData {
  return [breadcrumbs(blog, { name: post.title, path: blogPostPath(post.id) }), postNode(post)]
}

function postNode({ id, title, excerpt, author, date, category }: BlogPost) {
  const path = blogPostPath(id)
  return {
    '@type': 'BlogPosting',
    '@id': path,
    url: path,
    mainEntityOfPage: path,
    headline: title,
    description: excerpt,
    image: `/og/blog-${id}.jpg`,
    datePublished: date,
    author: { '@type': 'Organization', name: author, url: paths.about, parentOrganization: organisation },
    publisher: organisation,
    articleSection: category,
    inLanguage: 'en-GB',
  }
}

export function careersData(): StructuredData {
  return [breadcrumbs({ name: 'Careers', path: paths.careers }), ...jobs.map(jobNode)]
}

function jobNode(job: Job) {
  return {
    '@type': 'JobPosting',
    title: job.title,
    description: describe(job),
    datePosted: everyJob.datePosted,
    employmentType: 'FULL_TIME',
    hiringOrganization: organisation,
    jobLocation: { '@type': 'Place', address: postalAddress },
    identifier: { '@type': 'PropertyValue', name: company.shortName, value: job.title },
    applicationContact: { '@type': 'ContactPoint', contactType: 'recruitment', email: companyDetails.hrEmail },
    directApply: false,
    url: paths.careers,
  }
}

/** Job search engines read this one field as HTML. */
function describe({ summary, duties, requirements }: Job): string {
  const { contract, term, location } = everyJob
  return [
    `<p>${escapeHtml(summary)}</p><p>${contract}, ${term.toLowerCase()}, ${location}.</p>`,
    `<p>What you will do:</p>${list(duties)}<p>What you bring:</p>${list(requirements)}`,
  ].join('')
}

function list(texts: readonly string[]): string {
  return `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`
}
