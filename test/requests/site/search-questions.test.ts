import { expect } from 'vitest'
import { questions } from '#test/models/search-questions.ts'
import { test } from '#test/harness/site.ts'

const leastShare = 0.95

test('of what visitors may type, nearly all has the right page among the first three results, and all has results', async ({
  visit,
}) => {
  const missed: string[] = []
  for (const [question, ...pages] of questions) {
    const html = await (await visit(`/search?${new URLSearchParams({ q: question })}`)).text()
    const found = resultsIn(html)
    expect(found, question).not.toEqual([])
    if (!found.slice(0, 3).some((href) => pages.includes(href))) missed.push(question)
  }
  expect(questions.length).toBeGreaterThanOrEqual(150)
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(questions.length * (1 - leastShare))
})

test('the fees, open calls and the address of the office are answered above the results', async ({
  visit,
}) => {
  const answer = async (question: string) => {
    const html = await (await visit(`/search?${new URLSearchParams({ q: question })}`)).text()
    return /<section[^>]*aria-label="([^"]*)"[^>]*><h2><a href="([^"]*)"/.exec(html)?.slice(1)
  }
  expect(await answer('membership fees')).toEqual(['Membership fees', '/membership'])
  expect(await answer('how to become a fellow')).toEqual(['How to become a Fellow', '/fellowship'])
  expect(await answer('phone')).toEqual(['Contact the office', '/contact-us'])
  expect(await answer('raman')).toBeUndefined()
})

test('a formula in a result is a formula, not its source', async ({ visit }) => {
  const html = await (await visit('/search?q=critical+point')).text()
  const results = html.slice(html.indexOf('data-search="results"'), html.indexOf('</main>'))
  expect(results).toContain('<msubsup><mo>∫</mo>')
  // Copying a formula gives its source, which MathML keeps in an annotation.
  expect(results.replaceAll(/<annotation.*?<\/annotation>/g, '')).not.toMatch(/\\[a-z]+\{/)
})

/** The addresses of answers and results, each once, in their order. */
function resultsIn(html: string): string[] {
  const results = html.slice(html.indexOf('data-search="results"'), html.indexOf('</main>'))
  return [...new Set([...results.matchAll(/<h2><a href="([^"]+)"/g)].map(([, href = '']) => href))]
}
