import { expect } from 'vitest'
import { engineOf } from '#db/engine/engine.server.ts'
import { isFull } from '#test/harness/scale.ts'
import { exactQuestions, questions } from '#test/models/search-questions.ts'
import { test } from '#test/harness/site.ts'

const minShare = 0.95

test(
  'of what visitors may type, nearly all has the right page among the first three results, and all has results',
  { timeout: 180_000 },
  async ({ site, visit }) => {
    // Another test compares the order on both engines, so the slower one is asked fewer questions.
    const oneIn = isFull || engineOf(site.db) === 'sqlite' ? 1 : 3
    const tried = questions.filter((_, at) => at % oneIn === 0)
    const missed: string[] = []
    for (const [question, ...pages] of tried) {
      const html = await (await visit(`/search?${new URLSearchParams({ q: question })}`)).text()
      const found = resultsIn(html)
      expect(found, question).not.toEqual([])
      if (!found.slice(0, 3).some((href) => pages.includes(href))) missed.push(question)
    }
    expect(questions.length).toBeGreaterThanOrEqual(150)
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(tried.length * (1 - minShare))
  },
)

test('a question that only one page answers has it as the first result', async ({ visit }) => {
  const first = async (question: string) =>
    resultsIn(await (await visit(`/search?${new URLSearchParams({ q: question })}`)).text())[0]
  for (const [question, page] of exactQuestions) expect(await first(question), question).toBe(page)
})

test('a result says to which section a page belongs', async ({ visit }) => {
  const sectionOf = async (question: string, href: string) => {
    const answer = await visit(`/search?${new URLSearchParams({ q: question })}`)
    const html = (await answer.text()).replaceAll('<!-- -->', '')
    return new RegExp(`<li><p class="[^"]*">([^<]*)</p><h2><a href="${href}">`).exec(html)?.[1]?.trim()
  }
  expect(await sectionOf('membership rules', '/membership/rules')).toBe('Membership')
  expect(await sectionOf('associate fellowship', '/fellowship/associate-fellowship')).toBe('Fellowship')
  expect(await sectionOf('constitution', '/iaps/constitution')).toBe('About')
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
